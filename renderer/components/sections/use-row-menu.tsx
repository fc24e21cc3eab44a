import { useCallback, useState, type MouseEvent, type ReactNode } from 'react';
import { useApp } from '../../context';
import type { Row } from '../../model/sections/row';
import type { Shown } from '../../stores/inspection';
import { ContextMenu, type MenuPlace } from '../basics/context-menu';
import { rowMenu } from './row-menu';

/** The menu of a section outside of the list, for elements with the id of its row in `data-node`. */
export function useRowMenu(shown: Shown): {
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly menu: ReactNode;
} {
  const app = useApp();
  const [open, setOpen] = useState<{ readonly row: Row; readonly place: MenuPlace } | null>(null);
  const close = useCallback(() => setOpen(null), []);
  return {
    onContextMenu(event) {
      const node = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-node]') : null;
      const row = rowWith(shown.rows, node?.dataset['node']);
      if (row === undefined) return;
      event.preventDefault();
      app.actions.selectRow(row);
      setOpen({ row, place: { left: event.clientX, top: event.clientY } });
    },
    menu:
      open === null ? null : (
        <ContextMenu label={open.row.name} place={open.place} entries={rowMenu(app, open.row, shown)} onClose={close} />
      ),
  };
}

function rowWith(rows: readonly Row[], key: string | undefined): Row | undefined {
  if (key === undefined) return undefined;
  for (const row of rows) {
    const found = row.key === key ? row : rowWith(row.children, key);
    if (found !== undefined) return found;
  }
  return undefined;
}
