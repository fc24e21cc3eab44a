import { commands } from '../../commands/commands';
import { useApp, useShown, useView } from '../../context';
import { DialogFrame } from './dialog-frame';
import { shortcutSheetWords as words } from '../../words/dialogs';

/** Keys that belong to a part of the window, not to a command. */
const ofParts: readonly { readonly part: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    part: words.sections,
    keys: [
      ['↑ ↓', words.selectTheSectionAboveOr],
      ['← →', words.foldOrUnfold],
      ['Enter', words.openItsSource],
    ],
  },
  {
    part: words.prompt,
    keys: [
      [words.click, words.openTheSourceAtThat],
      [words.ctrlF, words.findInThePrompt],
    ],
  },
  {
    part: words.everywhere,
    keys: [
      ['Tab', words.nextPartOfTheWindow],
      [words.esc, words.closeADialogOrMenu],
    ],
  },
];

export function ShortcutSheet() {
  const open = useView((state) => state.dialog === 'shortcuts');
  return (
    <DialogFrame name="shortcuts" title={words.keyboardShortcuts} className="shortcut-sheet">
      {open ? <Shortcuts /> : null}
    </DialogFrame>
  );
}

function Shortcuts() {
  const app = useApp();
  useShown();
  const withKeys = commands(app).filter(({ shortcut }) => shortcut !== undefined);
  const groups = [...new Set(withKeys.map(({ group }) => group))];
  return (
    <div className="shortcut-groups" tabIndex={0} role="region" aria-label={words.allShortcuts}>
      {groups.map((group) => (
        <Group
          key={group}
          title={group}
          rows={withKeys.filter((each) => each.group === group).map(({ shortcut = '', title }) => [shortcut, title])}
        />
      ))}
      {ofParts.map(({ part, keys }) => (
        <Group key={part} title={part} rows={keys} />
      ))}
    </div>
  );
}

function Group({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly (readonly [keys: string, does: string])[];
}) {
  return (
    <section className="shortcut-group">
      <h3>{title}</h3>
      <dl>
        {rows.map(([keys, does]) => (
          <div key={`${keys} ${does}`}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
