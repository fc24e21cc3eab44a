import { memo, useEffect, useMemo, useRef } from 'react';
import { visible } from '../../../shared/document/invisible';
import type { SourceId } from '../../../shared/document/types';
import { useApp, useInspectionState, useSources } from '../../context';
import { SourceEditor } from '../../monaco/source-editor';
import { ConflictNote } from './conflict-note';
import { SourceTabs } from './source-tabs';

const languages = { json: 'json', jsonl: 'jsonl', markdown: 'markdown', yaml: 'yaml', text: 'plaintext' } as const;

export const SourcePane = memo(function SourcePane() {
  const app = useApp();
  const host = useRef<HTMLDivElement>(null);
  const folder = useSources((state) => state.folder);
  const active = useSources((state) => state.active);
  const buffer = useSources((state) => (state.active === null ? undefined : state.buffers[state.active]));
  const tabs = useSources((state) => state.tabs);
  const place = useSources((state) => state.place);
  const known = useInspectionState((state) => state.shown?.inspection.sources);
  const language = useMemo(
    () => languages[known?.find((source) => source.id === active)?.language ?? 'text'],
    [known, active],
  );
  const findings = useInspectionState((state) => state.shown?.inspection.findings);

  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = new SourceEditor(host.current, {
      onEdited: (at, id, typed) => app.sources.edit(at, id, typed),
      onCursor: (id, span, within, typed) => app.actions.lightUp(id as SourceId, span, within, typed),
    });
    app.editors.source = editor;
    return () => {
      app.editors.source = null;
      editor.dispose();
    };
  }, [app]);

  useEffect(() => {
    if (folder !== null) app.editors.source?.enter(folder, new Set(app.sources.waiting()));
  }, [app, folder]);
  useEffect(() => {
    app.editors.source?.forget(new Set(tabs));
  }, [app, folder, tabs]);
  useEffect(() => {
    app.editors.source?.show(active, buffer?.text ?? '', language, buffer?.locked);
  }, [app, folder, active, buffer, language]);
  useEffect(() => {
    if (place !== null && place.span !== null) app.editors.source?.reveal(place.span, place.focus);
  }, [app, place]);
  useEffect(() => {
    if (active === null || findings === undefined) return;
    const here = findings.flatMap((finding) =>
      finding.place?.source === active
        ? [{ span: finding.place.span, message: `${finding.message} (${finding.ruleId})`, severity: finding.severity }]
        : [],
    );
    app.editors.source?.mark(active, here);
  }, [app, folder, active, findings, buffer]);

  return (
    <section className="pane source-pane" aria-label="Source">
      <SourceTabs />
      {buffer === undefined ? null : <ConflictNote buffer={buffer} />}
      {buffer?.locked === undefined ? null : (
        <div className="note" role="status">
          <strong>Read only</strong>
          <span>{visible(buffer.locked)}</span>
        </div>
      )}
      <div className="editor-host" ref={host} data-testid="source" hidden={active === null} />
      {active === null ? <NothingOpen /> : null}
    </section>
  );
});

function NothingOpen() {
  return (
    <div className="empty-pane">
      <p>Click any text of the prompt to open the file it comes from, at that character.</p>
      <p>What you type here is in the prompt at once, before you save.</p>
    </div>
  );
}
