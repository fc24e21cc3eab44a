import { commands } from '../../commands/commands';
import { useApp, useShown, useView } from '../../context';
import { DialogFrame } from './dialog-frame';

/** Keys that belong to a part of the window, not to a command. */
const ofParts: readonly { readonly part: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    part: 'Sections',
    keys: [
      ['↑ ↓', 'Select the section above or below'],
      ['← →', 'Fold or unfold'],
      ['Enter', 'Open its source'],
    ],
  },
  {
    part: 'Prompt',
    keys: [
      ['Click', 'Open the source at that character'],
      ['Ctrl+F', 'Find in the prompt'],
    ],
  },
  {
    part: 'Everywhere',
    keys: [
      ['Tab', 'Next part of the window'],
      ['Esc', 'Close a dialog or menu'],
    ],
  },
];

export function ShortcutSheet() {
  const open = useView((state) => state.dialog === 'shortcuts');
  return (
    <DialogFrame name="shortcuts" title="Keyboard shortcuts" className="shortcut-sheet">
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
    <div className="shortcut-groups" tabIndex={0} role="region" aria-label="All shortcuts">
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
