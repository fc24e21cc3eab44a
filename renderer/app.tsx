import { memo, useEffect, type DragEvent } from 'react';
import { afterFrame } from './after-frame';
import { call } from './bridge';
import { Down } from './components/down';
import type { Bridge } from '../shared/ipc/contract';
import { ConflictDialog } from './components/dialogs/conflict-dialog';
import { CountDialog } from './components/dialogs/count-dialog';
import { ExportDialog } from './components/dialogs/export-dialog';
import { LayoutNote } from './components/prompt/layout-note';
import { Palette } from './components/dialogs/palette';
import { RequestDrop } from './components/requests/request-drop';
import { ShortcutSheet } from './components/dialogs/shortcut-sheet';
import { SecretsDialog } from './components/dialogs/secrets-dialog';
import { Headline } from './components/bars/headline';
import { StatusBar } from './components/bars/status-bar';
import { Toasts } from './components/basics/toasts';
import { Tour } from './components/dialogs/tour';
import { TopBar } from './components/bars/top-bar';
import { TrustDialog } from './components/dialogs/trust-dialog';
import { TrustNote } from './components/prompt/trust-note';
import { Welcome } from './components/start/welcome';
import { useApp, useFrameDrawn, useInspectionState, useShownLater } from './context';
import type { Shown } from './stores/inspection';
import { appWords as words } from './words/window/actions';

export function AppView({ bridge }: { readonly bridge: Bridge }) {
  const { actions } = useApp();
  const phase = useInspectionState((state) => state.phase);
  const shown = useShownLater();
  const failure = useInspectionState((state) => state.failure);
  const drawn = phase === 'ready' ? shown?.inspection.workspace : undefined;
  useEffect(() => {
    if (drawn !== undefined) afterFrame(() => void call(bridge, 'inspection:drawn', drawn).catch(actions.report))();
  }, [drawn, bridge, actions]);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    const path = file === undefined ? '' : bridge.pathOf(file);
    if (path !== '') void actions.openFolder(path);
  };
  return (
    <div className="app" data-phase={phase} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      {phase === 'loading' ? <div className="progress" role="progressbar" aria-label={words.openingFolder} /> : null}
      {shown === null ? (
        phase !== 'empty' ? (
          <p className="starting" role="status">
            {words.readingFolder}
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
      <Palette bridge={bridge} />
      <ShortcutSheet />
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
  /** The prompt and its sections are drawn first; the bars only reserve their space. */
  const drawn = useFrameDrawn();
  return (
    <>
      {drawn ? (
        <>
          <TopBar inspection={shown.inspection} bridge={bridge} />
          <Headline shown={shown} bridge={bridge} />
        </>
      ) : (
        <>
          <header className="top-bar" />
          <div className="headline" />
        </>
      )}
      <LayoutNote />
      <TrustNote inspection={shown.inspection} />
      <Down shown={shown} bridge={bridge} isDrawn={drawn} />
      <StatusBar shown={shown} />
    </>
  );
});
