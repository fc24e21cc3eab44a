import type { App } from '../../context';
import { isOpen } from '../../model/conversation/rows';
import type { TalkRow } from '../../model/conversation/talk-row';
import type { MenuEntry } from '../basics/context-menu';
import { talkMenuWords as words } from '../../words/panes/conversation';

/** What can be done with a row of the conversation. */
export function talkMenu(
  { actions, view, find }: App,
  row: TalkRow,
  { pick, foldAll }: { readonly pick: () => void; readonly foldAll: (opens: boolean) => void },
): readonly MenuEntry[] {
  const { node, fold, message } = row;
  const reported = (work: Promise<void>): void => void work.catch(actions.report);
  const marked = document.getSelection()?.toString() ?? '';
  const none = node === null ? words.notInText : '';
  return [
    { title: words.openSource, disabled: none, run: pick },
    ...(fold === null
      ? []
      : [
          {
            title: isOpen(fold, view.store.getState().toggled) ? words.fold : words.open,
            run: () => view.toggleTalk(fold),
          },
        ]),
    { title: words.foldAllMessages, run: () => foldAll(false) },
    { title: words.openAllMessages, run: () => foldAll(true) },
    ...(marked === ''
      ? []
      : [
          {
            title: words.copySelection,
            starts: true,
            run: () => reported(actions.copyText(marked, words.theSelection)),
          },
          { title: words.findSelectionEverywhere, run: () => find.open(marked.split('\n')[0]?.slice(0, 200)) },
        ]),
    {
      title: words.copyText,
      disabled: none,
      starts: true,
      run: () => {
        if (node !== null) reported(actions.copyNode(node));
      },
    },
    {
      title: words.copyAsMarkdown,
      disabled: none === '' && message === null ? words.toolsNotMarkdown : none,
      run: () => {
        if (node !== null) reported(actions.copy({ kind: 'node', id: node }, 'markdown'));
      },
    },
    ...(message === null
      ? []
      : [
          {
            title: words.copyMessage(message.number),
            run: () => reported(actions.copyNode(message.id)),
          },
        ]),
    { title: words.compare, starts: true, run: () => view.compareInView(true) },
  ];
}
