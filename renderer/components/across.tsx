import { lazy, memo, Suspense, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { Group, Panel, Separator, type PanelImperativeHandle } from 'react-resizable-panels';
import type { Bridge } from '../../shared/ipc/contract';
import { useApp, useSources } from '../context';
import type { Shown } from '../stores/inspection';
import { useTriedBreakpoints } from './cache/use-cache';
import { PromptPane } from './prompt/prompt-pane';
import { Ruler } from './sections/ruler';
import { SectionTree } from './sections/section-tree';
import { SourcePane } from './source/source-pane';
import { acrossWords as words } from '../words/window/actions';

const FindPane = lazy(async () => ({ default: (await import('./find/find-pane')).FindPane }));

/** Ruler and sections, prompt, source. Without an open file the source pane folds away. */
export const Across = memo(function Across({ shown, bridge }: { readonly shown: Shown; readonly bridge: Bridge }) {
  const { view, find } = useApp();
  const finds = useStore(find.store, (state) => state.isOpen);
  const laid = useTriedBreakpoints(shown);
  const hasSource = useSources((state) => state.active !== null);
  const saved = useRef(view.store.getState().layouts['across']);
  const right = useRef<PanelImperativeHandle>(null);
  useLayoutEffect(() => {
    if (!hasSource) right.current?.collapse();
    else if (right.current?.isCollapsed() === true)
      right.current.resize(`${view.store.getState().layouts['across']?.['right'] ?? 33}%`);
  }, [hasSource, view]);
  return (
    <Group
      id="across"
      orientation="horizontal"
      {...(saved.current === undefined ? {} : { defaultLayout: saved.current })}
      onLayoutChanged={(layout) => {
        // A folded pane keeps the width that it had when it was open.
        if ((layout['right'] ?? 0) > 1) view.setLayout('across', layout);
      }}
    >
      <Panel id="left" defaultSize="34%" minSize="380px" className="left">
        <Ruler shown={laid} />
        {finds ? (
          <Suspense fallback={<section className="sections" />}>
            <FindPane />
          </Suspense>
        ) : (
          <SectionTree shown={shown} bridge={bridge} />
        )}
      </Panel>
      <Separator className="splitter splitter-v" aria-label={words.resizeSections} />
      <Panel id="middle" defaultSize="33%" minSize="20%">
        <PromptPane shown={laid} bridge={bridge} />
      </Panel>
      <Separator className="splitter splitter-v" aria-label={words.resizePrompt} disabled={!hasSource} />
      <Panel
        id="right"
        panelRef={right}
        defaultSize="33%"
        minSize="16%"
        collapsible
        collapsedSize="0px"
        inert={!hasSource}
      >
        <SourcePane />
      </Panel>
    </Group>
  );
});
