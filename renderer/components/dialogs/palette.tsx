import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  TextField,
  useFilter,
} from 'react-aria-components';
import { commands, type Command } from '../../commands/commands';
import { useApp, useShown, useView } from '../../context';
import { formatNumber } from '../../model/counts';
import type { Row } from '../../model/sections/row';

/** Every action, every section and every file by name. */
export function Palette() {
  const app = useApp();
  const open = useView((state) => state.dialog === 'palette');
  return (
    <ModalOverlay
      className="overlay overlay-top"
      isOpen={open}
      isDismissable
      onOpenChange={(next) => app.view.showDialog(next ? 'palette' : null)}
    >
      <Modal className="modal palette">
        <Dialog aria-label="Command palette">
          <PaletteList />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly run: () => void;
}

/** More would make the palette slow to open. */
const mostEntries = 1500;

function PaletteList() {
  const app = useApp();
  const shown = useShown();
  const { contains } = useFilter({ sensitivity: 'base' });
  const all: readonly Entry[] = [
    ...byGroup(commands(app))
      .filter((command) => command.id !== 'palette')
      .map((command): Entry => ({
        id: `command:${command.id}`,
        title: `${command.group}: ${command.title}`,
        note: command.shortcut ?? '',
        run: () => command.run(),
      })),
    ...nested(shown?.rows ?? [], '').map(({ row, title }): Entry => ({
      id: `section:${row.key}`,
      title: `Section: ${title}`,
      note: row.tier ?? '',
      run: () => app.actions.selectRow(row),
    })),
    ...(shown?.inspection.sources ?? []).map((source): Entry => ({
      id: `file:${source.id}`,
      title: `File: ${source.id}`,
      note: source.exists ? '' : 'missing',
      run: () => void app.actions.openSource(source.id),
    })),
  ];
  const entries = all.slice(0, mostEntries);
  const run = (key: string): void => {
    app.view.showDialog(null);
    // Runs after the dialog has returned the focus, so that a command may take it.
    requestAnimationFrame(() => entries.find((entry) => entry.id === key)?.run());
  };
  return (
    <Autocomplete filter={contains}>
      <TextField aria-label="Search commands, sections and files" autoFocus className="palette-search">
        <Input placeholder="Search commands, sections and files" />
      </TextField>
      <Menu
        className="menu palette-menu"
        aria-label="Results"
        items={entries}
        onAction={(key) => run(String(key))}
        renderEmptyState={() => <p className="empty-note">Nothing by that name.</p>}
      >
        {(entry) => (
          <MenuItem id={entry.id} textValue={entry.title} className="menu-item">
            <span>{entry.title}</span>
            <span className="menu-note">{entry.note}</span>
          </MenuItem>
        )}
      </Menu>
      {all.length > entries.length ? (
        <p className="help palette-more">
          {formatNumber(all.length - entries.length)} more sections and files are not listed here: filter the Sections
          list.
        </p>
      ) : null}
    </Autocomplete>
  );
}

/** Groups in the order of their first command. */
function byGroup(all: readonly Command[]): readonly Command[] {
  const groups = [...new Set(all.map(({ group }) => group))];
  return all.toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group));
}

/** Every section at any depth, with the names of its parents. Rows that only balance the sums are left out. */
function nested(rows: readonly Row[], above: string): readonly { readonly row: Row; readonly title: string }[] {
  return rows.flatMap((row) => {
    const title = above === '' ? row.name : `${above} › ${row.name}`;
    return row.node === null && row.children.length === 0 ? [] : [{ row, title }, ...nested(row.children, title)];
  });
}
