import type { Architecture, Settings } from '../../shared/assemblers/types';
import { checkChoices, type Configure } from './choices';
import { HostError } from './errors';
import type { Collected } from './read/collect';

/** The choices for one open folder: the design, the settings of each design, and the model. */
export class Chosen {
  readonly #architectures: readonly Architecture[];
  readonly #settings = new Map<string, Settings>();
  readonly #notUsers = new Set<string>();
  #architecture: string | undefined;
  #model: string | undefined;

  constructor(architectures: readonly Architecture[]) {
    this.#architectures = architectures;
  }

  get architecture(): string | undefined {
    return this.#architecture;
  }

  get model(): string | undefined {
    return this.#model;
  }

  /** By architecture, so that choices return when the user switches back. */
  get settings(): ReadonlyMap<string, Settings> {
    return this.#settings;
  }

  /** The settings that a file in the folder named, not the user. */
  get notUsers(): ReadonlySet<string> {
    return this.#notUsers;
  }

  /** Applies all of a change or none of it. `collect` reads the folder with a design, to check the settings. */
  change(change: Configure, collect: (architecture: string | undefined) => Collected): void {
    const { architecture = this.#architecture, settings = {}, model = this.#model, notUsers = false } = change;
    if (architecture !== undefined && !this.#architectures.some((each) => each.id === architecture)) {
      const ids = this.#architectures.map((each) => each.id).join(', ');
      throw new HostError('bad-arguments', `There is no design "${architecture}"; there are ${ids}`);
    }
    if (Object.keys(settings).length > 0) {
      const collected = collect(architecture);
      if (!collected.ok) throw collected.error;
      const { architecture: design, assembly } = collected.value;
      const checked = checkChoices(design, settings, assembly.manifest);
      for (const name of Object.keys(settings)) if (notUsers) this.#notUsers.add(name);
      this.#settings.set(design.id, { ...this.#settings.get(design.id), ...checked });
    }
    this.#architecture = architecture;
    this.#model = model === '' ? undefined : model;
  }
}
