import type { BuildCause } from '../../shared/ipc/inspection/build-cause';
import type { Inspection } from '../../shared/ipc/inspection/inspection';

/** What caused a build, in words that fit after "after" and before a colon. Settings are named by their labels. */
export function causeText(cause: BuildCause, specs: Inspection['specs'] = []): string {
  switch (cause.kind) {
    case 'opening':
      return 'opening';
    case 'file':
      return cause.id;
    case 'files':
      return `${cause.first} and ${cause.others} more`;
    case 'setting':
      return `setting ${cause.names.map((name) => specs.find((spec) => spec.name === name)?.label ?? name).join(', ')}`;
    case 'turn':
      return cause.file;
    case 'folder':
      return cause.path;
    case 'disk':
      return 'a change on disk';
    case 'repository':
      return 'a scan of the repository';
    case 'architecture':
      return 'another design';
    case 'model':
      return 'another model';
    case 'trust':
      return 'allowed files';
    case 'calibration':
      return 'corrected counts';
    case 'capture':
      return 'a capture';
    case 'clock':
      return 'the clock';
  }
}
