import type { Architecture } from '../../../shared/assemblers/types';
import type { Chosen } from '../chosen';
import type { Watcher } from '../watch/watcher';
import type { WorkspaceOptions } from '../workspace-options';
import { collect, type Collected, type Input, type Wanted } from './collect';
import type { Reader } from './reader';

export interface CollectorOptions extends Pick<
  WorkspaceOptions,
  'folder' | 'architectures' | 'facts' | 'watch' | 'repository'
> {
  readonly reader: Reader;
  readonly watcher: Watcher | undefined;
  readonly chosen: Chosen;
  readonly before: () => Architecture | undefined;
}

/** Reads the folder of a workspace with the current choices, and watches what was read. */
export class Collector {
  readonly #options: CollectorOptions;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  wanted(architecture = this.#options.chosen.architecture): Wanted {
    const { architectures, facts, chosen, before } = this.#options;
    const { model, settings, notUsers } = chosen;
    return { architectures, facts, architecture, model, before: before(), settings, notUsers };
  }

  /** A folder may have changed just before its watch began, so reads repeat until no folder is newly watched. */
  collect(architecture?: string): Collected {
    const { reader, watcher, folder } = this.#options;
    const wanted = this.wanted(architecture);
    if (watcher === undefined) reader.kept.changed('all');
    for (;;) {
      const collected = collect(reader, folder, wanted);
      const fresh = watcher?.update(collected.interests) ?? [];
      if (fresh.length === 0) return collected;
      reader.kept.changed(fresh.map((each) => ({ folder: each, name: undefined })));
    }
  }

  /** Waits for the repository, unless the session watches: then another build follows when it is known. */
  async collectAll(): Promise<Collected> {
    const { watch, repository } = this.#options;
    let collected = this.collect();
    if (watch || repository === undefined) return collected;
    // Without a watch nothing is kept, so that equal sources may be new ones each time: the rounds are counted too.
    for (let round = 0; round < mostRounds && collected.ok && collected.value.asksRepository; round += 1) {
      await repository.settled();
      const before: Input = collected.value;
      collected = this.collect();
      if (collected.ok && collected.value.assembly.sources === before.assembly.sources) break;
    }
    return collected;
  }
}

/** More than any design asks for: it learns the repository's files, then what they define. */
const mostRounds = 8;
