import { memo, useRef, type DragEvent } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { Bridge } from '../shared/ipc/contract';
import { ConflictDialog } from './components/dialogs/conflict-dialog';
import { CountDialog } from './components/dialogs/count-dialog';
import { ExportDialog } from './components/dialogs/export-dialog';
import { LayoutNote } from './components/prompt/layout-note';
import { Palette } from './components/dialogs/palette';
import { Panels } from './components/panels/panels';
import { useOverlaid } from './components/cache/use-cache';
import { PromptPane } from './components/prompt/prompt-pane';
import { RequestDrop } from './components/requests/request-drop';
import { Ruler } from './components/sections/ruler';
import { SecretsDialog } from './components/dialogs/secrets-dialog';
import { SectionTree } from './components/sections/section-tree';
import { SourcePane } from './components/source/source-pane';
import { StatusBar } from './components/bars/status-bar';
import { Toasts } from './components/basics/toasts';
import { Tour } from './components/dialogs/tour';
import { TopBar } from './components/bars/top-bar';
import { TrustDialog } from './components/dialogs/trust-dialog';
import { TrustNote } from './components/prompt/trust-note';
import { Welcome } from './components/start/welcome';
import { useApp, useFrameDrawn, useInspectionState, useShownLater } from './context';
import type { Shown } from './stores/inspection';

export function AppView({ bridge }: { readonly bridge: Bridge }) {
  const { actions } = useApp();
  const phase = useInspectionState((state) => state.phase);
  const shown = useShownLater();
  const failure = useInspectionState((state) => state.failure);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    const path = file === undefined ? '' : bridge.pathOf(file);
    if (path !== '') void actions.openFolder(path);
  };
  return (
    <div className="app" data-phase={phase} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      {phase === 'loading' ? <div className="progress" role="progressbar" aria-label="Opening the folder" /> : null}
      {shown === null ? (
        phase !== 'empty' ? (
          <p className="starting" role="status">
            Reading the workspace…
          </p>
        ) : (
          <Welcome bridge={bridge} failure={failure} />
        )
      ) : (
        <Workbench shown={shown} bridge={bridge} />
      )}
      <Overlays bridge={bridge} />
    </div>
  );
}

const Overlays = memo(function Overlays({ bridge }: { readonly bridge: Bridge }) {
  return (
    <>
      <RequestDrop />
      <Palette />
      <ExportDialog bridge={bridge} />
      <ConflictDialog />
      <SecretsDialog />
      <CountDialog />
      <TrustDialog bridge={bridge} />
      <Tour />
      <Toasts />
    </>
  );
});

const Workbench = memo(function Workbench({ shown, bridge }: { readonly shown: Shown; readonly bridge: Bridge }) {
  const { view } = useApp();
  const laid = useOverlaid(shown);
  /** The prompt and its sections are drawn first; the bars only reserve their space. */
  const drawn = useFrameDrawn();
  const saved = useRef(view.store.getState().layouts);
  const across = saved.current['across'];
  const down = saved.current['down'];
  return (
    <>
      {drawn ? <TopBar inspection={shown.inspection} bridge={bridge} /> : <header className="top-bar" />}
      <LayoutNote />
      <TrustNote inspection={shown.inspection} />
      <main className="workbench">
        <Group
          id="down"
          orientation="vertical"
          {...(down === undefined ? {} : { defaultLayout: down })}
          onLayoutChanged={(layout) => view.setLayout('down', layout)}
        >
          <Panel id="top" defaultSize="76%" minSize="30%">
            <Group
              id="across"
              orientation="horizontal"
              {...(across === undefined ? {} : { defaultLayout: across })}
              onLayoutChanged={(layout) => view.setLayout('across', layout)}
            >
              <Panel id="left" defaultSize="27%" minSize="300px" className="left">
                <Ruler shown={laid} />
                <SectionTree shown={shown} />
              </Panel>
              <Separator className="splitter splitter-v" aria-label="Resize sections" />
              <Panel id="middle" defaultSize="40%" minSize="20%">
                <PromptPane shown={laid} />
              </Panel>
              <Separator className="splitter splitter-v" aria-label="Resize prompt" />
              <Panel id="right" defaultSize="33%" minSize="16%">
                <SourcePane />
              </Panel>
            </Group>
          </Panel>
          <Separator className="splitter splitter-h" aria-label="Resize panels" />
          <Panel id="bottom" defaultSize="24%" minSize="8%">
            {drawn ? (
              <Panels shown={shown} bridge={bridge} />
            ) : (
              <div className="panels">
                <div className="panel-tabs" />
              </div>
            )}
          </Panel>
        </Group>
      </main>
      <StatusBar shown={shown} />
    </>
  );
});
