import type { Inspection } from '../../../shared/ipc/inspection/inspection';

/** What a build shows, without the session's own fields. */
export function shown({
  document,
  analysis,
  findings,
  panels,
  controls,
  settings,
  usable,
  architecture,
  sources,
}: Inspection): unknown {
  return { document, analysis, findings, panels, controls, settings, usable, architecture, sources };
}
