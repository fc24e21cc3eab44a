import { expect } from 'vitest';
import { layered } from '../../shared/assemblers/layered';
import type { Settings } from '../../shared/assemblers/types';
import { checkDocument } from '../../shared/document/check';
import type { Origin } from '../../shared/document/types';
import { findNode, leaves } from '../../shared/document/walk';
import { nodeId } from '../../shared/document/builders';
import { assembleWorkspace, type Built } from './assemble';

export const agent = (body: string, front = 'name: Dill\nllm:\n  model: m\n') => ({
  'agents/dill/AGENT.md': `---\n${front}---\n${body}`,
});

export function build(files: Readonly<Record<string, string>>, settings: Settings = {}): Built {
  const built = assembleWorkspace(layered, files, settings);
  expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
  return built;
}

export const messages = (built: Built, severity: string) =>
  built.findings.flatMap((each) => (each.severity === severity ? [each.message] : []));
export const rules = (built: Built) => built.findings.map((each) => `${each.severity} ${each.ruleId}`);
export const layer = (built: Built, name: string) => findNode(built.document, nodeId('system', name));

export function origins(built: Built, name: string): readonly (readonly [string, Origin['kind']])[] {
  const node = layer(built, name);
  return node === undefined ? [] : leaves(node).map(({ value, origin }) => [value, origin.kind] as const);
}
