import { lint } from '../../../shared/analysis/lint';
import { readLintConfig, type LintConfig } from '../../../shared/analysis/rules/config';
import { LintMemo } from '../../../shared/analysis/chunks/lint-memo';
import { breakpointUse, type BreakpointUse } from '../../../shared/cache/packs/breakpoint-use';
import { cacheLimits } from '../../../shared/cache/packs/limits';
import { shippedPacks } from '../../../shared/cache/packs/packs';
import { rulesFor, type RulePack } from '../../../shared/cache/packs/rule-pack';
import { readUserPacks } from '../../../shared/cache/packs/user-packs';
import { sameItems } from '../../../shared/basics/memo';
import type { PromptDocument } from '../../../shared/document/types';
import type { Finding } from '../../../shared/sources/findings';
import type { Built } from '../build';
import type { Input } from '../read/collect';

export interface Linted {
  readonly findings: readonly Finding[];
  /** The shipped rule packs, overridden by the workspace's own. */
  readonly packs: readonly RulePack[];
  readonly breakpointUse: BreakpointUse;
}

interface Rules {
  readonly packs: readonly RulePack[];
  readonly config: LintConfig;
  readonly findings: readonly Finding[];
}

/** Lints finished builds of one workspace and caches results per text. */
export class Linter {
  readonly #memo = new LintMemo();
  /** The document of the previous turn, for rules about what a turn adds. */
  #turnBefore: PromptDocument | undefined;
  #rules: { readonly key: readonly unknown[]; readonly value: Rules } | undefined;

  turnPlayed(sent: PromptDocument): void {
    this.#turnBefore = sent;
  }

  lint({ input, assembled, analysis, modelId }: Omit<Built, 'linted'>): Linted {
    const { packs, config, findings } = this.#rulesOf(input);
    const rules = rulesFor(packs, analysis.model.provider, modelId);
    const use = breakpointUse(rules);
    if (!assembled.usable) return { packs, findings, breakpointUse: use };
    const { budget } = config;
    const limits = cacheLimits(rules);
    const subject = {
      document: assembled.document,
      analysis,
      limits,
      ...(budget === undefined ? {} : { budget }),
      ...(this.#turnBefore === undefined ? {} : { previous: this.#turnBefore }),
    };
    return {
      packs,
      breakpointUse: use,
      findings: [
        ...findings,
        ...lint(subject, { severities: config.severities, assemblerFindings: assembled.findings, memo: this.#memo }),
      ],
    };
  }

  /** Read again only when the manifest or a rule file changed. */
  #rulesOf({ manifestFile, manifestRoot, ruleFiles }: Input): Rules {
    const key = [manifestFile?.text, ...ruleFiles.map(({ text }) => text)];
    if (this.#rules !== undefined && sameItems(this.#rules.key, key)) return this.#rules.value;
    const manifest = manifestFile === undefined ? undefined : { source: manifestFile.id, root: manifestRoot };
    const merged = readUserPacks(shippedPacks, ruleFiles, manifest);
    const config: LintConfig =
      manifest === undefined
        ? { severities: {}, budget: undefined, findings: [] }
        : readLintConfig(manifest.source, manifest.root);
    const value = { packs: merged.packs, config, findings: [...merged.findings, ...config.findings] };
    this.#rules = { key, value };
    return value;
  }
}
