import { memo, useEffect, useRef } from 'react';
import { useApp, useView, type App } from '../../context';
import { markFirstPrompt } from '../../first-paint';
import { PromptEditor } from '../../monaco/prompt-editor';
import type { Shown } from '../../stores/inspection';
import { Count } from '../basics/count';
import { ArchitectureNote } from './architecture-note';
import { overlaid } from '../cache/use-cache';
import { StaleNote } from './stale-note';

export function createPromptEditor({ view, actions }: Pick<App, 'view' | 'actions'>): PromptEditor {
  return new PromptEditor({
    onPick(leaf, offset) {
      view.select(leaf.owner);
      actions.goToOrigin(leaf, offset);
    },
  });
}

export const PromptPane = memo(function PromptPane({ shown }: { readonly shown: Shown }) {
  const app = useApp();
  const host = useRef<HTMLDivElement>(null);
  const selected = useView((state) => state.selected);
  const { analysis, document } = shown.inspection;

  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = app.editors.spare ?? createPromptEditor(app);
    app.editors.spare = null;
    app.editors.prompt = editor;
    editor.mount(host.current);
    // A build goes straight into the editor, before React renders it.
    const show = (): void => {
      const current = app.inspection.store.getState().shown;
      if (current === null) return;
      if (editor.show(overlaid(current, app.cache.store.getState().overlay))) {
        editor.select(app.view.store.getState().selected, false);
        app.actions.relight();
      }
      markFirstPrompt();
    };
    show();
    const endings = [
      app.inspection.store.subscribe((state, before) => state.shown !== before.shown && show()),
      app.cache.store.subscribe((state, before) => state.overlay !== before.overlay && show()),
    ];
    return () => {
      for (const end of endings) end();
      app.editors.prompt = null;
      editor.dispose();
    };
  }, [app]);

  useEffect(() => app.editors.prompt?.select(selected, app.editors.prompt.hasFocus() === false), [app, selected]);

  return (
    <section className="pane prompt-pane" aria-label="Prompt">
      <header className="pane-head">
        <h2>Prompt</h2>
        <span className="pane-note">
          {document.messages.length === 1 ? 'one message' : `${document.messages.length} messages`}
          {document.variant === '' ? '' : ` · ${document.variant}`}
        </span>
        <Count count={analysis.total} unit="tokens" />
      </header>
      <StaleNote inspection={shown.inspection} />
      <ArchitectureNote inspection={shown.inspection} />
      <div className="editor-host" ref={host} data-testid="prompt" />
    </section>
  );
});
