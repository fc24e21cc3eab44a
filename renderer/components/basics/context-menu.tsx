import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';

export interface MenuPlace {
  readonly left: number;
  readonly top: number;
}

export interface MenuEntry {
  readonly title: string;
  /** Why it cannot be done; empty if it can. */
  readonly disabled?: string;
  /** Drawn under a line. */
  readonly starts?: boolean;
  run(): void;
}

interface Props {
  readonly label: string;
  readonly place: MenuPlace;
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
}

/** A menu at the pointer, or beside the row that has the focus. Follows the ARIA menu pattern. */
export function ContextMenu({ label, place, entries, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const before = useRef(document.activeElement);
  const [at, setAt] = useState(place);
  useLayoutEffect(() => {
    const box = menu.current?.getBoundingClientRect();
    if (box === undefined) return;
    setAt({
      left: Math.max(4, Math.min(place.left, window.innerWidth - box.width - 4)),
      top: Math.max(4, Math.min(place.top, window.innerHeight - box.height - 4)),
    });
    menu.current?.querySelector<HTMLElement>('[role=menuitem]:not([aria-disabled=true])')?.focus();
  }, [place]);
  useEffect(() => {
    const outside = (event: Event): void => {
      if (event.target instanceof Node && menu.current?.contains(event.target) === true) return;
      onClose();
    };
    window.addEventListener('pointerdown', outside, { capture: true });
    window.addEventListener('blur', onClose);
    return () => {
      window.removeEventListener('pointerdown', outside, { capture: true });
      window.removeEventListener('blur', onClose);
    };
  }, [onClose]);
  const close = (): void => {
    onClose();
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const here = items.findIndex((item) => item === document.activeElement);
    const step = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (step !== undefined) items[(step + items.length) % items.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return createPortal(
    <div
      ref={menu}
      className="popover menu context-menu"
      role="menu"
      aria-label={label}
      style={at}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {entries.map(({ title, disabled = '', starts, run }) => (
        <button
          key={title}
          type="button"
          role="menuitem"
          className={`menu-item${starts === true ? ' menu-starts' : ''}`}
          aria-disabled={disabled !== ''}
          onClick={() => {
            if (disabled !== '') return;
            close();
            run();
          }}
        >
          {title}
          {disabled === '' ? null : <span className="menu-note">{disabled}</span>}
        </button>
      ))}
    </div>,
    document.body,
  );
}
