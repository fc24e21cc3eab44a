import type { Assembled, Settings } from '../../../shared/assemblers/types';
import type { Facts, SourceFile } from '../../../shared/sources/types';
import { HostError } from '../errors';
import { collect, type Input, type Wanted } from '../read/collect';
import { filesOf } from '../inspect';
import { Kept } from '../read/kept';
import type { Reader } from '../read/reader';
import type { RepositoryService } from '../services';

/** Changes to apply to a folder for one build. Nothing is written, and the screen does not change. */
export interface Variant {
  /** Builds the folder as another design. */
  readonly architecture?: string;
  /** Already checked values by setting name, over those of the build. Null resets a setting to its default. */
  readonly settings?: Settings;
  readonly facts?: Partial<Facts>;
  /** Replaces the text of files, e.g. the same JSON with its keys in another order. */
  readonly rewrite?: (file: SourceFile) => SourceFile;
}

export interface VariantBuild {
  readonly input: Input;
  readonly assembled: Assembled;
  readonly settings: Settings;
  readonly facts: Facts;
  readonly files: readonly SourceFile[];
}

interface Dependencies {
  readonly openReader: (kept: Kept) => Reader;
  readonly wanted: () => Wanted;
  /** The build on screen. */
  readonly shown: () => Input | undefined;
  readonly repository: RepositoryService | undefined;
}

/** Builds of a folder with other choices. Reads with a cache of its own, unsaved edits included. */
export class Variants {
  readonly #options: Dependencies;
  #reader: Reader | undefined;

  constructor(options: Dependencies) {
    this.#options = options;
  }

  async build(change: Variant): Promise<VariantBuild> {
    const built = this.#build(change);
    if (!built.input.asksRepository || built.input.assembly.sources.repository !== undefined) return built;
    await this.#options.repository?.settled();
    return this.#build(change);
  }

  #build(change: Variant): VariantBuild {
    const { openReader, wanted, shown } = this.#options;
    const input = shown();
    if (input === undefined) throw new HostError('no-workspace', 'No folder is open');
    this.#reader ??= openReader(new Kept());
    return buildVariant(this.#reader, wanted(), input, change);
  }
}

/** Uses every fact of the build `from`, the clock included, except what the variant changes. */
function buildVariant(
  reader: Reader,
  wanted: Wanted,
  from: Input,
  { architecture: as, settings = {}, facts = {}, rewrite }: Variant,
): VariantBuild {
  const id = as ?? from.architecture.id;
  const chosen = { ...wanted.settings.get(id), ...settings };
  reader.kept.changed('all');
  const changed = {
    ...wanted,
    architecture: id,
    facts: { ...from.assembly.facts, ...facts },
    settings: new Map(wanted.settings).set(id, chosen),
    ...(rewrite === undefined ? {} : { rewrite }),
  };
  const collected = reader.beside(() => collect(reader, from.assembly.facts.workspace, changed));
  if (!collected.ok) throw collected.error;
  const { architecture, assembly } = collected.value;
  return {
    input: collected.value,
    assembled: architecture.assemble(assembly),
    settings: assembly.settings,
    facts: assembly.facts,
    files: filesOf(collected.value),
  };
}
