import { memoByIdentity } from '../basics/memo';
import { z } from 'zod';
import { configChild, configValue, type ConfigNode } from '../sources/config/config-node';
import { finding, type Finding, type WithFindings } from '../sources/findings';
import { parseJson } from '../sources/config/json';
import type { SourceFile } from '../sources/types';
import type { Manifest, SettingValue } from './types';

export const manifestName = 'strata.json';

const isoInstant = z.iso.datetime({ offset: true });
const fields = {
  architecture: z.string(),
  model: z.string(),
  settings: z.record(z.string(), z.json()),
  now: isoInstant,
  timeZone: z.string().refine(isTimeZone, 'is not an IANA time zone'),
  home: z.string(),
  tokenizer: z.string(),
} as const;

/** Keys that belong to one architecture. Its assembler checks their values. */
const extraKeys = ['tiered', 'declared', 'rules', 'cache', 'lint', 'budget'] as const;

export function isInstant(text: string): boolean {
  return isoInstant.safeParse(text).success;
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

type ReadManifest = WithFindings<Manifest> & { readonly root?: ConfigNode };

export function readManifest(source: SourceFile | undefined): ReadManifest {
  return source === undefined ? { value: {}, findings: [] } : readFile(source);
}

/** Reports each wrong or unknown key as a warning at its line and uses the default instead. */
const readFile = memoByIdentity((source: SourceFile): ReadManifest => {
  const { root, findings: syntax } = parseJson(source, 'manifest-syntax');
  if (root === undefined) return { value: {}, findings: syntax };
  if (root.kind !== 'object') {
    const wrong = finding('warning', 'manifest', 'strata.json should be an object', {
      source: source.id,
      span: root.span,
    });
    return { value: {}, findings: [...syntax, wrong] };
  }
  const findings: Finding[] = [...syntax];
  const checked: Record<string, unknown> = {};
  const extra: Record<string, SettingValue> = {};
  for (const entry of root.entries) {
    const field = Object.entries(fields).find(([name]) => name === entry.key);
    if (field !== undefined) {
      const result = field[1].safeParse(configValue(entry.value));
      if (result.success) checked[entry.key] = result.data;
      else {
        const why = result.error.issues[0]?.message ?? 'is not valid';
        findings.push(
          finding('warning', 'manifest', `${entry.key}: ${why}; the default is used`, {
            source: source.id,
            span: entry.value.span,
          }),
        );
      }
    } else if (extraKeys.some((key) => key === entry.key)) {
      const json = z.json().safeParse(configValue(entry.value));
      if (json.success) extra[entry.key] = json.data;
    } else if (entry.key !== '$schema') {
      findings.push(
        finding('warning', 'manifest', `Unknown key "${entry.key}"`, { source: source.id, span: entry.keySpan }),
      );
    }
  }
  const manifest = z.object(fields).partial().parse(checked);
  return { value: { ...manifest, ...(Object.keys(extra).length === 0 ? {} : { extra }) }, findings, root };
});

/** The position of a setting in the manifest, for findings. */
export function settingSpan(root: ConfigNode | undefined, name: string): ConfigNode['span'] | undefined {
  return configChild(configChild(root, 'settings'), name)?.span;
}
