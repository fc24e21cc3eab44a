import { z } from 'zod';
import type { Omission } from '../../document/types';
import { configAt, configValue, nearestSpan, stringAt, type ConfigNode } from '../../sources/config/config-node';
import { finding, type Finding, type Severity } from '../../sources/findings';
import { issueText } from '../../sources/config/issue-text';
import { parseJson } from '../../sources/config/json';
import { ropeText, type Rope } from '../../sources/text/rope';
import type { Place, SourceFile } from '../../sources/types';
import { trusts, type Listed, type OptionalText, type PromptModel, type Trust } from './model';

/** tagged-sections, Input. Unknown keys are kept. */
export const agentSchema = z.looseObject({
  name: z.string().min(1),
  description: z.string().max(500).optional(),
  identity: z.string().max(4000).optional(),
  instructions: z.string().max(8000).optional(),
  responsibilities: z.array(z.looseObject({ title: z.string().min(1), content: z.string().min(1) })).optional(),
  directories: z.array(z.string()).optional(),
  capabilities: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
  skills: z.array(z.string()).optional(),
  trust: z.enum(trusts).optional(),
  model: z.enum(['sonnet', 'opus', 'haiku']).optional(),
  subagents: z.record(z.string(), z.unknown()).optional(),
  role: z.string().optional(),
});

/**
 * A wrong value of these fields changes the prompt. A wrong value elsewhere only makes the agent's own loader refuse
 * the file.
 */
const inPrompt: ReadonlySet<string> = new Set([
  'identity',
  'instructions',
  'responsibilities',
  'directories',
  'capabilities',
  'role',
]);

export type AgentFile = Pick<
  PromptModel,
  'identity' | 'instructions' | 'role' | 'responsibilities' | 'trust' | 'unread'
> & {
  readonly name: string | undefined;
  readonly capabilities: readonly string[];
  /** `place` includes the quotes. */
  readonly directories: readonly { readonly rope: Rope; readonly value: string; readonly place: Place }[];
};

export function readAgent(source: SourceFile): { readonly agent: AgentFile; readonly findings: readonly Finding[] } {
  const { root, findings: syntax } = parseJson(source, 'agent-syntax');
  const findings: Finding[] = [...syntax];
  const at = (severity: Severity, rule: string, text: string, node: ConfigNode | undefined, note?: string): void => {
    findings.push(
      finding(
        severity,
        rule,
        text,
        { source: source.id, span: node?.span ?? root?.span ?? { start: 0, end: 0 } },
        note === undefined ? {} : { note },
      ),
    );
  };
  if (root !== undefined && root.kind !== 'object') at('error', 'agent-shape', 'agent.json should be an object', root);
  else if (root !== undefined) schemaFindings(root, at);

  const trustNode = configAt(root, ['trust']);
  const trust = trusts.find((value): value is Trust => trustNode?.kind === 'string' && trustNode.value === value);
  // In a broken file it may be set where it cannot be read.
  const unread: Omission | undefined = syntax.length > 0 ? unreadable(source) : undefined;
  if (root?.kind === 'object' && trustNode === undefined && unread === undefined) {
    at(
      'warning',
      'trust-missing',
      'trust is not set and counts as sandbox',
      root,
      'Set "trust" to sandbox, controlled or unrestricted.',
    );
  }
  return {
    agent: {
      name: ropeText(stringAt(root, ['name'])) || undefined,
      identity: textPart(source, root, 'identity', unread),
      instructions: textPart(source, root, 'instructions', unread),
      role: textPart(source, root, 'role', unread),
      responsibilities: responsibilityList(source, root, unread),
      ...(unread === undefined ? {} : { unread }),
      trust: trust ?? 'sandbox',
      capabilities: capabilityNames(configAt(root, ['capabilities'])),
      directories: listItems(configAt(root, ['directories'])).flatMap((node) =>
        node.kind === 'string'
          ? [{ rope: node.rope, value: node.value, place: { source: source.id, span: node.span } }]
          : [],
      ),
    },
    findings,
  };
}

function schemaFindings(
  root: ConfigNode,
  at: (severity: Severity, rule: string, text: string, node: ConfigNode | undefined, note?: string) => void,
): void {
  const result = agentSchema.safeParse(configValue(root));
  if (result.success) return;
  for (const issue of result.error.issues) {
    const path = issue.path.filter((key): key is string | number => typeof key !== 'symbol');
    const tooLong = issue.code === 'too_big';
    const severity = !tooLong && inPrompt.has(String(path[0])) ? 'error' : 'warning';
    const note = tooLong ? 'The agent runtime refuses a file over this limit.' : undefined;
    const node: ConfigNode = configAt(root, path) ?? { kind: 'scalar', span: nearestSpan(root, path), value: null };
    at(severity, 'agent-shape', `${path.join('.') || 'agent.json'}: ${issueText(issue)}`, node, note);
  }
}

function unreadable(source: SourceFile): Omission {
  return { reason: 'source-broken', source: source.id, problem: 'the file cannot be read as JSON' };
}

function textPart(
  source: SourceFile,
  root: ConfigNode | undefined,
  key: string,
  unread: Omission | undefined,
): OptionalText {
  const node = configAt(root, [key]);
  if (node?.kind === 'string' && node.value !== '') return { rope: node.rope };
  return { absent: absence(source, key, node, unread) };
}

function absence(
  source: SourceFile,
  key: string,
  node: ConfigNode | undefined,
  unread: Omission | undefined,
): Omission {
  if (unread !== undefined) return unread;
  if (node === undefined)
    return { reason: 'condition-false', condition: `the agent has ${key === 'identity' ? 'an identity' : key}` };
  if (node.kind === 'string' || (node.kind === 'array' && node.items.length === 0))
    return { reason: 'source-empty', source: source.id };
  return { reason: 'source-broken', source: source.id, problem: `${key} has the wrong type` };
}

function responsibilityList(
  source: SourceFile,
  root: ConfigNode | undefined,
  unread: Omission | undefined,
): Listed<{ readonly title: Rope; readonly content: Rope }> {
  const node = configAt(root, ['responsibilities']);
  const items = listItems(node).flatMap((item) => {
    const [title, content] = [stringAt(item, ['title']), stringAt(item, ['content'])];
    return title.length === 0 || content.length === 0 ? [] : [{ title, content }];
  });
  return items.length === 0 ? { absent: absence(source, 'responsibilities', node, unread) } : { items };
}

function listItems(node: ConfigNode | undefined): readonly ConfigNode[] {
  return node?.kind === 'array' ? node.items : [];
}

/** A list of names. Later versions of the design use an object of name → options. */
function capabilityNames(node: ConfigNode | undefined): readonly string[] {
  if (node?.kind === 'object') return node.entries.map((entry) => entry.key);
  return listItems(node).flatMap((item) => (item.kind === 'string' ? [item.value] : []));
}
