import { lazy, memo, Suspense, useEffect, useRef } from 'react';
import { useApp, useView, type App } from '../../context';
import { markFirstPrompt } from '../../first-paint';
import { hasConversation, promptViewOf, whichPrompt } from '../../stores/prompt-view';
import { PromptEditor } from '../../monaco/prompt-editor';
import type { Shown } from '../../stores/inspection';
import type { PromptView } from '../../stores/view';
import { Count } from '../basics/count';
import { ArchitectureNote } from './architecture-note';
import { overlaid } from '../cache/use-cache';
import { StaleNote } from './stale-note';

const Conversation = lazy(async () => ({ default: (await import('../conversation/conversation')).Conversation }));

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
  const as = useView((state) => promptViewOf(document, state.promptViews));

  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = app.editors.spare ?? createPromptEditor(app);
    app.editors.spare = null;
    app.editors.prompt = editor;
    editor.mount(host.current);
    // A build goes straight into the editor, before React draws anything of it; not while it is out of sight.
    const show = (): void => {
      const current = app.inspection.store.getState().shown;
      if (current === null) return;
      const { promptViews } = app.view.store.getState();
      if (promptViewOf(current.inspection.document, promptViews) !== 'text') return;
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
      app.view.store.subscribe((state, before) => state.promptViews !== before.promptViews && show()),
    ];
    return () => {
      for (const end of endings) end();
      app.editors.prompt = null;
      editor.dispose();
    };
  }, [app]);

  useEffect(() => {
    if (as === 'text') app.editors.prompt?.select(selected, app.editors.prompt.hasFocus() === false);
  }, [app, selected, as]);

  return (
    <section className="pane prompt-pane" aria-label="Prompt">
      <header className="pane-head">
        <h2>Prompt</h2>
        {hasConversation(document) ? (
          <ViewSwitch as={as} onChange={(next) => app.view.showPrompt(whichPrompt(document), next)} />
        ) : null}
        <span className="pane-note">
          {document.messages.length === 1 ? 'one message' : `${document.messages.length} messages`}
          {document.variant === '' ? '' : ` · ${document.variant}`}
        </span>
        <Count count={analysis.total} unit="tokens" />
      </header>
      <StaleNote inspection={shown.inspection} />
      <ArchitectureNote inspection={shown.inspection} />
      {as === 'conversation' ? (
        <Suspense fallback={<p className="empty-note">Reading the conversation…</p>}>
          <Conversation shown={shown} />
        </Suspense>
      ) : null}
      <div className="editor-host" ref={host} data-testid="prompt" hidden={as !== 'text'} />
    </section>
  );
});

function ViewSwitch({ as, onChange }: { readonly as: PromptView; readonly onChange: (as: PromptView) => void }) {
  return (
    <div className="segments" role="group" aria-label="Show the prompt as">
      <button
        type="button"
        className="segment"
        aria-pressed={as === 'conversation'}
        title="Messages with their calls, results and images"
        onClick={() => onChange('conversation')}
      >
        Conversation
      </button>
      <button
        type="button"
        className="segment"
        aria-pressed={as === 'text'}
        title="The text that is sent, character by character"
        onClick={() => onChange('text')}
      >
        Text
      </button>
    </div>
  );
}
