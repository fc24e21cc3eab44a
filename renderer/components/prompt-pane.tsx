import { useEffect, useRef } from 'react';
import { useApp, useView } from '../context';
import { PromptEditor } from '../monaco/prompt-editor';
import type { Shown } from '../stores/inspection';
import { Count } from './count';
import { ArchitectureNote } from './architecture-note';
import { StaleNote } from './stale-note';

export function PromptPane({ shown }: { readonly shown: Shown }) {
  const app = useApp();
  const host = useRef<HTMLDivElement>(null);
  const selected = useView((state) => state.selected);
  const { analysis, document } = shown.inspection;

  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = new PromptEditor(host.current, {
      onPick(leaf, offset) {
        app.view.select(leaf.owner);
        app.actions.goToOrigin(leaf, offset);
      },
    });
    app.editors.prompt = editor;
    const current = app.inspection.store.getState().shown;
    if (current !== null) editor.show(current);
    return () => {
      app.editors.prompt = null;
      editor.dispose();
    };
  }, [app]);

  useEffect(() => {
    app.editors.prompt?.show(shown);
    app.actions.relight();
  }, [app, shown]);
  useEffect(() => app.editors.prompt?.select(selected, app.editors.prompt.hasFocus() === false), [app, selected, shown]);

  return (
    <section className="pane prompt-pane" aria-label="Prompt">
      <header className="pane-head">
        <h2>Prompt</h2>
        <span className="pane-note">{document.messages.length === 1 ? 'one message' : `${document.messages.length} messages`}{document.variant === '' ? '' : ` · ${document.variant}`}</span>
        <Count count={analysis.total} unit="tokens" />
      </header>
      <StaleNote inspection={shown.inspection} />
      <ArchitectureNote inspection={shown.inspection} />
      <div className="editor-host" ref={host} data-testid="prompt" />
    </section>
  );
}
