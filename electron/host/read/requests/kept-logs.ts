import type { LogRequest } from '../../../../shared/requests/log/log-reader';
import type { SourcePart } from '../../../../shared/sources/types';
import type { FileStat } from '../../disk/files';

/** A request on its own, and the names of all in the file. */
export interface OneRequest extends SourcePart {
  readonly text: string;
}

type KeptRequest = Pick<LogRequest, 'label' | 'start' | 'length' | 'alone'>;

interface Entry {
  readonly stat: FileStat;
  readonly requests: readonly KeptRequest[];
}

/** The folder that is open, and one to compare with. */
const most = 2;

/** Where the requests of a file are, as long as the file does not change. */
export class KeptLogs {
  readonly #entries = new Map<string, Entry>();

  of(path: string, { size, mtimeNs, ctimeNs }: FileStat): readonly KeptRequest[] | undefined {
    const entry = this.#entries.get(path);
    const isCurrent =
      entry !== undefined &&
      entry.stat.size === size &&
      entry.stat.mtimeNs === mtimeNs &&
      entry.stat.ctimeNs === ctimeNs;
    return isCurrent ? entry.requests : undefined;
  }

  keep(path: string, stat: FileStat, requests: readonly KeptRequest[]): void {
    this.#entries.delete(path);
    const places = requests.map(({ label, start, length, alone }) => ({
      label,
      start,
      length,
      ...(alone === undefined ? {} : { alone }),
    }));
    this.#entries.set(path, { stat, requests: places });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > most && oldest !== undefined) this.#entries.delete(oldest);
  }
}
