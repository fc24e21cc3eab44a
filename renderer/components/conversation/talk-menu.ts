import type { App } from '../../context';
import { isOpen } from '../../model/conversation/rows';
import type { TalkRow } from '../../model/conversation/talk-row';
import type { MenuEntry } from '../basics/context-menu';

/** What can be done with a row of the conversation. */
export function talkMenu(
  { actions, view, find }: App,
  row: TalkRow,
  { pick, foldAll }: { readonly pick: () => void; readonly foldAll: (opens: boolean) => void },
): readonly MenuEntry[] {
  const { node, fold, message } = row;
  const reported = (work: Promise<void>): void => void work.catch(actions.report);
  const marked = document.getSelection()?.toString() ?? '';
  const none = node === null ? 'It is no part of the text.' : '';
  return [
    { title: 'Open source', disabled: none, run: pick },
    ...(fold === null
      ? []
      : [
          {
            title: isOpen(fold, view.store.getState().toggled) ? 'Fold' : 'Open',
            run: () => view.toggleTalk(fold),
          },
        ]),
    { title: 'Fold all messages', run: () => foldAll(false) },
    { title: 'Open all messages', run: () => foldAll(true) },
    ...(marked === ''
      ? []
      : [
          { title: 'Copy selection', starts: true, run: () => reported(actions.copyText(marked, 'the selection')) },
          { title: 'Find selection everywhere', run: () => find.open(marked.split('\n')[0]?.slice(0, 200)) },
        ]),
    {
      title: 'Copy text',
      disabled: none,
      starts: true,
      run: () => {
        if (node !== null) reported(actions.copyNode(node));
      },
    },
    {
      title: 'Copy as Markdown',
      disabled: none === '' && message === null ? 'Tools are copied as text or JSON.' : none,
      run: () => {
        if (node !== null) reported(actions.copy({ kind: 'node', id: node }, 'markdown'));
      },
    },
    ...(message === null
      ? []
      : [
          {
            title: `Copy message ${message.number}`,
            run: () => reported(actions.copyNode(message.id)),
          },
        ]),
    { title: 'Compare side by side…', starts: true, run: () => view.compareInView(true) },
  ];
}
