import { commands, keysOf } from '../../commands/commands';
import { useApp, useShown, useView } from '../../context';
import { isMac, isWindows, keysText } from '../../keys';
import { DialogFrame } from './dialog-frame';
import { shortcutSheetWords as words } from '../../words/window/dialogs';

/** Keys that belong to a part of the window, not to a command. */
const ofParts: readonly { readonly part: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    part: words.sections,
    keys: [
      ['↑ ↓', words.selectSection],
      ['← →', words.foldOrUnfold],
      [words.enter, words.openSource],
    ],
  },
  {
    part: words.prompt,
    keys: [
      [words.click, words.openSourceThere],
      [words.enter, words.openSourceAtCursor],
    ],
  },
  {
    part: words.conversation,
    keys: [
      [keysText('Alt+↑'), words.previousMessage],
      [keysText('Alt+↓'), words.nextMessage],
      [keysText('Shift+←'), words.foldAll],
      [keysText('Shift+→'), words.openAll],
    ],
  },
  {
    part: words.find,
    keys: [
      [keysText('Alt+C'), words.matchCase],
      [keysText('Alt+W'), words.wholeWord],
    ],
  },
  {
    part: words.breakpoints,
    keys: [
      ['↑ ↓', words.moveBreakpoint],
      [words.delete, words.removeBreakpoint],
      [words.esc, words.stopTrying],
    ],
  },
  {
    part: words.everywhere,
    keys: [
      [words.tab, words.nextPart],
      [keysText('Shift+F10'), words.openMenu],
      [words.esc, words.close],
    ],
  },
  // Keys of menu entries that the system supplies.
  {
    part: words.system,
    keys: [
      [keysText('Ctrl+X'), words.cut],
      [keysText('Ctrl+C'), words.copy],
      [keysText('Ctrl+V'), words.paste],
      [keysText('Ctrl+A'), words.selectAll],
      [isMac ? '⌃⌘F' : 'F11', words.fullScreen],
      [keysText('Ctrl+M'), words.minimise],
      [keysOf('close-window'), words.closeWindow],
      ...(isWindows ? [] : [[keysText('Ctrl+Q'), words.quit] as const]),
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
