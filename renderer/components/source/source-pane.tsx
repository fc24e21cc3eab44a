import { memo, useEffect, useMemo, useRef } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { SourceId } from '../../../shared/document/types';
import { useApp, useInspectionState, useSources } from '../../context';
import { SourceEditor } from '../../monaco/source-editor';
import { ConflictNote } from './conflict-note';
import { showTokens } from '../../monaco/show-tokens';
import { SourceCrumbs } from './source-crumbs';
import { SourceTabs } from './source-tabs';
import { sourcePaneWords as words } from '../../words/panes/source';

const languages = { json: 'json', jsonl: 'jsonl', markdown: 'markdown', yaml: 'yaml', text: 'plaintext' } as const;

export const SourcePane = memo(function SourcePane() {
  const app = useApp();
  const host = useRef<HTMLDivElement>(null);
  const folder = useSources((state) => state.folder);
  const active = useSources((state) => state.active);
  const buffer = useSources((state) => (state.active === null ? undefined : state.buffers[state.active]));
  const tabs = useSources((state) => state.tabs);
  const place = useSources((state) => state.place);
  const sources = useInspectionState((state) => state.shown?.inspection.sources);
  const language = useMemo(
    () => languages[sources?.find((source) => source.id === active)?.language ?? 'text'],
    [sources, active],
  );
  const findings = useInspectionState((state) => state.shown?.inspection.findings);

  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = new SourceEditor(host.current, {
      onEdited: (at, id, typed) => app.sources.edit(at, id, typed),
      onCursor: (id, span, within, moved) => app.actions.lightUp(id as SourceId, span, within, moved),
      onSelect: (start, text) => app.marked.mark(text === null ? null : { where: 'source', start, text }),
    });
    app.editors.source = editor;
    const end = app.marked.store.subscribe((state) => showTokens(editor.tokens, state, 'source'));
    return () => {
      end();
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
    <section className="pane source-pane" aria-label={words.source} data-tour="source">
      <SourceTabs />
      <SourceCrumbs />
      {buffer === undefined ? null : <ConflictNote buffer={buffer} />}
      {buffer?.locked === undefined ? null : (
        <div className="note" role="status">
          <strong>{words.readOnly}</strong>
          <span>{visible(buffer.locked)}</span>
        </div>
      )}
      <div className="editor-host" ref={host} data-testid="source" hidden={active === null} />
    </section>
  );
});
