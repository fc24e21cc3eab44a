import { append } from '../../../sources/text/append';
import { checkConfig, configAt, type ConfigNode } from '../../../sources/config/config-node';
import { finding, placeOf, type Finding } from '../../../sources/findings';
import { ropeText, trimRope, type Rope } from '../../../sources/text/rope';
import type { SourceFile } from '../../../sources/types';
import { agentPartIds } from '../catalog/catalog';
import { asWarnings, listOf, stem, trimmedString, type ListItem } from './file-text';
import { projectFrontMatter } from './front-matter-lines';
import type { CatalogPart, CatalogParts } from '../catalog/part-set';
import { agentSchema } from './schemas';

export interface Agent {
  readonly name: string;
  readonly file?: SourceFile;
  /** Set for a shipped or overridden part, whose text is a template. */
  readonly part?: CatalogPart;
  readonly prompt: Rope;
  readonly reminder: Rope;
  readonly skills: readonly ListItem[];
  readonly tools: readonly ListItem[] | undefined;
  readonly disallowed: readonly ListItem[];
  /** The file that contains `skills` and `tools`. */
  readonly source: SourceFile['id'] | undefined;
}

export interface Agents {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: Agent | undefined;
  readonly findings: readonly Finding[];
}

/** A project's agent hides a shipped agent of the same name. */
export function readAgents(files: readonly SourceFile[], parts: CatalogParts, asked: string | undefined): Agents {
  const read = files.map(readAgentFile);
  const findings: Finding[] = [];
  const byName = new Map<string, Agent>();
  for (const { agent, findings: own } of read) {
    const isChosen = asked !== undefined && agent.name === asked;
    append(findings, isChosen ? own : asWarnings(own));
    const first = byName.get(agent.name);
    if (first === undefined) byName.set(agent.name, agent);
    else
      findings.push(
        finding(
          'warning',
          'duplicate-agent',
          `The agent "${agent.name}" is also in ${first.file?.id ?? 'another file'}; that one is used`,
          agent.file && placeOf(agent.file.id),
        ),
      );
  }
  const shipped = agentPartIds.flatMap((id) => parts.get(id) ?? []);
  const fromFile =
    asked === undefined
      ? undefined
      : (byName.get(asked) ?? read.find(({ agent }) => agent.file !== undefined && stem(agent.file) === asked)?.agent);
  const part =
    asked === undefined ? undefined : shipped.find(({ id, name }) => [id, shortId(id), name].includes(asked));
  const choices = [
    ...[...byName.keys()].map((name) => ({ value: name, label: name })),
    ...shipped.flatMap(({ id, name }) =>
      byName.has(shortId(id)) ? [] : [{ value: shortId(id), label: `${name} (shipped)` }],
    ),
  ];
  return { choices, chosen: fromFile ?? (part === undefined ? undefined : partAgent(part)), findings };
}

/** `agent-explore` → `explore`. */
function shortId(id: string): string {
  return id.replace(/^agent-/, '');
}

function readAgentFile(file: SourceFile): { readonly agent: Agent; readonly findings: readonly Finding[] } {
  const { data, body, findings: syntax } = projectFrontMatter(file, 'agent-front-matter');
  const name = ropeText(trimmedString(data, 'name'));
  const findings =
    data === undefined && syntax.length === 0
      ? [
          finding(
            'warning',
            'agent-front-matter',
            'The agent has no front matter, so its name is the file name',
            placeOf(file.id),
            { note: 'Begin the file with --- and give name and description.' },
          ),
        ]
      : data === undefined || syntax.length > 0
        ? syntax
        : checkConfig(agentSchema, data, file.id, 'agent-front-matter', 'warning').findings;
  return {
    agent: {
      name: name === '' ? stem(file) : name,
      file,
      prompt: trimRope(body),
      ...definition(data),
      source: file.id,
    },
    findings,
  };
}

function partAgent(part: CatalogPart): Agent {
  return {
    name: part.name,
    part,
    prompt: part.body,
    ...definition(configAt(part.header, ['agentMetadata'])),
    source: part.source,
  };
}

function definition(data: ConfigNode | undefined): Pick<Agent, 'reminder' | 'skills' | 'tools' | 'disallowed'> {
  const experimental = trimmedString(data, 'criticalSystemReminder_EXPERIMENTAL');
  return {
    reminder: experimental.length > 0 ? experimental : trimmedString(data, 'criticalSystemReminder'),
    skills: listOf(data, 'skills') ?? [],
    tools: listOf(data, 'tools'),
    disallowed: listOf(data, 'disallowedTools') ?? [],
  };
}
