import { lazy, memo, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useApp, useView, type App } from '../../context';
import { markFirstPrompt } from '../../first-paint';
import { hasConversation, promptViewOf, whichPrompt } from '../../stores/prompt-view';
import { PromptEditor } from '../../monaco/prompt/prompt-editor';
import type { Shown } from '../../stores/inspection';
import type { PromptView } from '../../stores/view';
import { showTokens } from '../../monaco/show-tokens';
import { MarkedNote } from '../basics/marked-note';
import { FilesMenu } from '../source/files-menu';
import type { Bridge } from '../../../shared/ipc/contract';
import { ArchitectureNote } from './architecture-note';
import { TracedNote } from './traced-note';
import { TriedNote } from './tried-note';
import { TraceMenu } from '../requests/trace-menu';
import { withTriedBreakpoints } from '../cache/use-cache';
import { StaleNote } from './stale-note';
import { promptPaneWords as words } from '../../words/panes/prompt';

const CompareView = lazy(async () => ({ default: (await import('../compare/compare-view')).CompareView }));
const Conversation = lazy(async () => ({ default: (await import('../conversation/conversation')).Conversation }));

export function createPromptEditor({
  view,
  actions,
  marked,
  find,
}: Pick<App, 'view' | 'actions' | 'marked' | 'find'>): PromptEditor {
  return new PromptEditor({
    onPick(leaf, offset) {
      view.select(leaf.owner);
      actions.goToOrigin(leaf, offset);
    },
    onSelect: (start, text) => marked.mark(text === null ? null : { where: 'prompt', start, text }),
    onCopy: (leaf) => void actions.copyNode(leaf.owner),
    onFind: (words) => find.open(words.split('\n')[0]?.slice(0, 200)),
  });
}

export const PromptPane = memo(function PromptPane({
  shown,
  bridge,
}: {
  readonly shown: Shown;
  readonly bridge: Bridge;
}) {
  const app = useApp();
  const host = useRef<HTMLDivElement>(null);
  const showNow = useRef<() => void>(() => undefined);
  const selected = useView((state) => state.selected);
  const { document } = shown.inspection;
  const as = useView((state) => promptViewOf(document, state.promptViews));
  const compares = useView((state) => state.comparesInView);

  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = app.editors.spare ?? createPromptEditor(app);
    app.editors.spare = null;
    app.editors.prompt = editor;
    editor.mount(host.current);
    // The editor gets each build before React draws it, unless it is hidden.
    const show = (): void => {
      const current = app.inspection.store.getState().shown;
      if (current === null) return;
      const { promptViews } = app.view.store.getState();
      if (promptViewOf(current.inspection.document, promptViews) !== 'text') return;
      if (editor.show(withTriedBreakpoints(current, app.cache.store.getState().overlay))) {
        editor.select(app.view.store.getState().selected, false);
        app.actions.relight();
      }
      markFirstPrompt();
    };
    showNow.current = show;
    show();
    const endings = [
      app.inspection.store.subscribe((state, before) => state.shown !== before.shown && show()),
      app.cache.store.subscribe((state, before) => state.overlay !== before.overlay && show()),
      app.marked.store.subscribe((state) => showTokens(editor.tokens, state, 'prompt')),
    ];
    return () => {
      for (const end of endings) end();
      app.editors.prompt = null;
      editor.dispose();
      showNow.current = () => undefined;
    };
  }, [app]);

  // Waits until the editor has its width again, because in a hidden editor Monaco would wrap every line twice.
  useLayoutEffect(() => {
    if (as !== 'text') return;
    app.editors.prompt?.layout();
    showNow.current();
  }, [app, as]);

  useEffect(() => {
    if (as === 'text') app.editors.prompt?.select(selected, app.editors.prompt.hasFocus() === false);
  }, [app, selected, as]);

  return (
    <section className="pane prompt-pane" aria-label={words.prompt} data-tour="prompt">
      <header className="pane-head">
        <h2>{words.prompt}</h2>
        {hasConversation(document) ? (
          <ViewSwitch as={as} onChange={(next) => app.view.showPrompt(whichPrompt(document), next)} />
        ) : null}
        <span className="pane-note">
          {document.messages.length === 1 ? words.oneMessage : words.messages(document.messages.length)}
          {document.variant === '' ? '' : ` · ${document.variant}`}
        </span>
        <MarkedNote where="prompt" />
        <button
          type="button"
          className="toggle"
          aria-pressed={compares}
          title={words.compareHint}
          onClick={() => app.view.compareInView(!compares)}
        >
          {words.compare}
        </button>
        <TraceMenu inspection={shown.inspection} />
        <FilesMenu />
      </header>
      <StaleNote inspection={shown.inspection} />
      <ArchitectureNote inspection={shown.inspection} />
      <TracedNote inspection={shown.inspection} />
      <TriedNote />
      {compares ? (
        <Suspense fallback={<p className="empty-note">{words.comparing}</p>}>
          <CompareView shown={shown} bridge={bridge} />
        </Suspense>
      ) : as === 'conversation' ? (
        <Suspense fallback={<p className="empty-note">{words.reading}</p>}>
          <Conversation shown={shown} />
        </Suspense>
      ) : null}
      <div className="editor-host" ref={host} data-testid="prompt" hidden={compares || as !== 'text'} />
    </section>
  );
});

function ViewSwitch({ as, onChange }: { readonly as: PromptView; readonly onChange: (as: PromptView) => void }) {
  return (
    <div className="segments" role="group" aria-label={words.showAs}>
      <button
        type="button"
        className="segment"
        aria-pressed={as === 'conversation'}
        title={words.conversationHint}
        onClick={() => onChange('conversation')}
      >
        {words.conversation}
      </button>
      <button
        type="button"
        className="segment"
        aria-pressed={as === 'text'}
        title={words.textHint}
        onClick={() => onChange('text')}
      >
        {words.text}
      </button>
    </div>
  );
}
