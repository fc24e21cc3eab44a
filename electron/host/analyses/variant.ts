import type { Assembled, Settings } from '../../../shared/assemblers/types';
import type { Facts, SourceFile } from '../../../shared/sources/types';
import { collect, type Input, type Wanted } from '../read/collect';
import { filesOf } from '../inspect';
import type { Reader } from '../read/reader';

/** Changes to apply to a folder for one build. Nothing is written, and the screen does not change. */
export interface Variant {
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

/** Uses every fact of the build `from`, the clock included, except what the variant changes. */
export function buildVariant(
  reader: Reader,
  wanted: Wanted,
  from: Input,
  { settings = {}, facts = {}, rewrite }: Variant,
): VariantBuild {
  const { id } = from.architecture;
  const chosen = { ...wanted.settings.get(id), ...settings };
  reader.kept.changed('all');
  const collected = collect(reader, from.assembly.facts.workspace, {
    ...wanted,
    architecture: id,
    facts: { ...from.assembly.facts, ...facts },
    settings: new Map(wanted.settings).set(id, chosen),
    ...(rewrite === undefined ? {} : { rewrite }),
  });
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
