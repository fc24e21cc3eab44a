import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { Group, Panel, Separator, type PanelImperativeHandle } from 'react-resizable-panels';
import type { Bridge } from '../../shared/ipc/contract';
import { useApp, useView } from '../context';
import { fittingHeight } from '../model/panels/height';
import type { Shown } from '../stores/inspection';
import { Across } from './across';
import { useCache } from './cache/use-cache';
import { Panels } from './panels/panels';
import { downWords as words } from '../words/window/actions';

interface Props {
  readonly shown: Shown;
  readonly bridge: Bridge;
  /** False in the first frame, which draws the prompt only. */
  readonly isDrawn: boolean;
}

/**
 * The main view above, the panels below. A panel is as high as its content, up to a limit, until the user drags the
 * splitter. Maximised, it covers the main view, which stays as it is underneath.
 */
export const Down = memo(function Down({ shown, bridge, isDrawn }: Props) {
  const { view } = useApp();
  const saved = useRef(view.store.getState().layouts['down']);
  const isOwn = useRef(saved.current !== undefined);
  const bottom = useRef<PanelImperativeHandle>(null);
  const area = useRef<HTMLElement>(null);
  const isMaximised = useView((state) => state.isMaximised);
  useEffect(() => {
    if (!isMaximised) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && view.store.getState().dialog === null)
        view.maximise(false);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isMaximised, view]);
  const fit = useFit(area, bottom, isOwn, isDrawn);
  return (
    <main ref={area} className={`workbench${isMaximised ? ' is-maximised' : ''}`}>
      <Group
        id="down"
        orientation="vertical"
        {...(saved.current === undefined ? {} : { defaultLayout: saved.current })}
        onLayoutChanged={(layout) => {
          if (isOwn.current) view.setLayout('down', layout);
        }}
      >
        <Panel id="top" defaultSize="76%" minSize="30%" inert={isMaximised}>
          <Across shown={shown} bridge={bridge} />
        </Panel>
        <Separator
          className="splitter splitter-h"
          aria-label={words.resizePanels}
          title={words.resizeHint}
          disabled={isMaximised}
          onPointerDown={() => {
            isOwn.current = true;
          }}
          onKeyDown={() => {
            isOwn.current = true;
          }}
          onDoubleClick={() => {
            isOwn.current = false;
            view.forgetLayout('down');
            fit();
          }}
        />
        <Panel id="bottom" panelRef={bottom} defaultSize="24%" minSize="8%">
          {isDrawn ? (
            <Panels shown={shown} bridge={bridge} />
          ) : (
            <div className="panels">
              <div className="panel-tabs" />
            </div>
          )}
        </Panel>
      </Group>
    </main>
  );
});

/**
 * Fits the height when another panel is chosen or the window gets another size, and lets it grow while its content
 * arrives, until the user scrolls it.
 */
function useFit(
  area: { readonly current: HTMLElement | null },
  bottom: { readonly current: PanelImperativeHandle | null },
  isOwn: { readonly current: boolean },
  isDrawn: boolean,
): () => void {
  const panel = useView((state) => state.panel);
  const cacheView = useCache((state) => state.view);
  const shown = panel === 'cache' ? `cache ${cacheView}` : panel;
  const fit = useRef((grows: boolean): void => {
    const panels = area.current?.querySelector<HTMLElement>('.panels');
    if (isOwn.current || area.current === null || panels == null || bottom.current === null) return;
    if (area.current.classList.contains('is-maximised')) return;
    const now = panels.getBoundingClientRect().height;
    panels.classList.add('is-measured');
    const content = panels.getBoundingClientRect().height;
    panels.classList.remove('is-measured');
    const wanted = fittingHeight(content, area.current.clientHeight);
    if (grows ? wanted > now + 1 : Math.abs(wanted - now) > 1) bottom.current.resize(wanted);
  });
  const isPressed = usePressed();
  useLayoutEffect(() => {
    const panels = area.current?.querySelector('.panels');
    if (!isDrawn || panels == null) return undefined;
    let frame = 0;
    let isScrolled = false;
    // One request of a frame that lets the panel become lower is enough, even if content arrives in the same frame.
    let onlyGrows = true;
    const later = (grows: boolean): void => {
      onlyGrows &&= grows;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(whenReleased);
    };
    const whenReleased = (): void => {
      if (isPressed.current) {
        frame = requestAnimationFrame(whenReleased);
        return;
      }
      if (!isScrolled) fit.current(onlyGrows);
      onlyGrows = true;
    };
    later(false);
    const observer = new MutationObserver(() => later(true));
    observer.observe(panels, { childList: true, subtree: true });
    const whole = area.current;
    const resized = new ResizeObserver(() => later(false));
    if (whole !== null) resized.observe(whole);
    const scroll = (): void => {
      isScrolled = true;
    };
    panels.addEventListener('wheel', scroll, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      resized.disconnect();
      panels.removeEventListener('wheel', scroll, { capture: true });
    };
  }, [area, isDrawn, isPressed, shown]);
  return () => fit.current(false);
}

/** Whether a pointer is pressed. What is under it must not move: its release would hit something else. */
function usePressed(): { readonly current: boolean } {
  const isPressed = useRef(false);
  useLayoutEffect(() => {
    const press = (): void => {
      isPressed.current = true;
    };
    const release = (): void => {
      isPressed.current = false;
    };
    const releases = ['pointerup', 'pointercancel'] as const;
    window.addEventListener('pointerdown', press, true);
    for (const type of releases) window.addEventListener(type, release, true);
    // Of the window itself: that of an element does not bubble.
    window.addEventListener('blur', release);
    return () => {
      window.removeEventListener('pointerdown', press, true);
      for (const type of releases) window.removeEventListener(type, release, true);
      window.removeEventListener('blur', release);
    };
  }, []);
  return isPressed;
}
