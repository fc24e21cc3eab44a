import type { BuildCause } from '../../shared/ipc/build-cause';

/** The window's words for what made a build: they stand behind "after" and before a colon. */
export function causeText(cause: BuildCause): string {
  switch (cause.kind) {
    case 'opening':
      return 'opened';
    case 'file':
      return cause.id;
    case 'files':
      return `${cause.first} and ${cause.others} more`;
    case 'setting':
      return `setting ${cause.names.join(', ')}`;
    case 'turn':
      return cause.file;
    case 'folder':
      return cause.path;
    case 'disk':
    case 'repository':
    case 'architecture':
    case 'model':
    case 'trust':
    case 'calibration':
    case 'clock':
      return cause.kind;
  }
}
