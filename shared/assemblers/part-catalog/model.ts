/** The input of one build, read once: settings with their defaults, the parts in use and the project's files. */
import { environment, setting } from '../../document/builders';
import { append } from '../../sources/text/append';
import { finding, placeOf, type Finding } from '../../sources/findings';
import { fileAs, filesAs } from '../../sources/lookup';
import { expandPath } from '../../sources/paths';
import type { Rope } from '../../sources/text/rope';
import type { Facts, SourceRequest, Sources } from '../../sources/types';
import { listSetting, numberSetting, textSetting, toggleSetting } from '../settings';
import type { AssembleInput, Settings } from '../types';
import { readAgents, type Agents } from './project/agents';
import { findTool, toolPartIds, type OrderName, type ToolPartId } from './catalog/catalog';
import { claudeMdRequests, readClaudeMd, type ClaudeMd } from './project/claude-md';
import { readCommands, type SlashCommands } from './project/commands';
import { readMcpServers, type McpServers } from './project/mcp';
import { readOutputStyles, type OutputStyles } from './project/output-styles';
import { overriddenParts, type CatalogParts } from './catalog/part-set';
import { readSystemPromptOption, type SystemPromptOption } from './system-prompt-option';
import { readVars, type Vars } from './catalog/vars';

export const securityModes = ['both', 'inline', 'part'] as const;
type SecurityMode = (typeof securityModes)[number];
export const orderNames = ['algorithm', 'catalog'] as const satisfies readonly OrderName[];

export interface Model {
  readonly parts: CatalogParts;
  readonly option: SystemPromptOption;
  readonly order: OrderName;
  readonly securityPolicy: SecurityMode;
  readonly sessions: boolean;
  readonly memory: boolean;
  readonly tools: ReadonlySet<ToolPartId>;
  readonly environment: { readonly cwd: Rope; readonly os: Rope; readonly shell: Rope };
  readonly mcp: McpServers;
  readonly commands: SlashCommands;
  readonly claudeMd: ClaudeMd;
  readonly askedStyle: string | undefined;
  readonly styles: OutputStyles;
  readonly askedAgent: string | undefined;
  readonly agents: Agents;
  readonly subagentClaudeMd: boolean;
  readonly vars: Vars;
  readonly message: string;
  readonly reminders: readonly string[];
  readonly budget: number | undefined;
  readonly sources: Sources;
  readonly findings: readonly Finding[];
}

/** Folders the project may have. The same glob finds a file with the name of a folder, which is reported. */
const folders = ['prompts', '.claude', '.claude/agents', '.claude/commands', '.claude/output-styles', '.claude/skills'];

export function requests({ settings, facts }: AssembleInput): readonly SourceRequest[] {
  const glob = (as: string, pattern: string): SourceRequest => ({ kind: 'glob', as, root: 'workspace', pattern });
  return [
    ...claudeMdRequests(workingFolder(settings, facts), facts.workspace),
    { kind: 'file', as: 'mcp', root: 'workspace', path: '.mcp.json' },
    glob('parts', 'prompts/*.md'),
    glob('agents', '.claude/agents/*.md'),
    glob('commands', '.claude/commands/*.md'),
    glob('output-styles', '.claude/output-styles/*.md'),
    ...folders.map((folder) => glob('folders', folder)),
    ...(textSetting(settings, 'subagent') === undefined ? [] : [glob('skills', '.claude/skills/*/SKILL.md')]),
  ];
}

function workingFolder(settings: Settings, facts: Facts): string {
  return expandPath(textSetting(settings, 'cwd') ?? '.', facts.workspace, facts.home);
}

export function readModel({ settings, facts, sources }: AssembleInput): Model {
  const findings: Finding[] = [];
  const option = readSystemPromptOption(settings);
  const { value: parts, findings: partFindings } = overriddenParts(filesAs(sources, 'parts'));
  const mcp = readMcpServers(fileAs(sources, 'mcp'));
  const commands = readCommands(filesAs(sources, 'commands'));
  const claudeMd = readClaudeMd(sources, workingFolder(settings, facts), facts.workspace);
  const askedStyle = textSetting(settings, 'outputStyle');
  const styles = readOutputStyles(filesAs(sources, 'output-styles'), askedStyle);
  const askedAgent = textSetting(settings, 'subagent');
  const agents = readAgents(filesAs(sources, 'agents'), parts, askedAgent);
  const vars = readVars(settings);
  append(findings, option.findings, vars.findings, folderFindings(sources), partFindings);
  append(findings, mcp.findings, commands.findings, styles.findings, agents.findings);
  return {
    parts,
    option,
    order: choice(settings, 'order', orderNames, 'algorithm', findings),
    securityPolicy: choice(settings, 'securityPolicy', securityModes, 'both', findings),
    sessions: toggleSetting(settings, 'sessions') ?? true,
    memory: toggleSetting(settings, 'memory') ?? true,
    tools: enabledTools(settings, mcp, findings),
    environment: {
      cwd: factRope(settings, 'cwd', 'workspace', workingFolder(settings, facts)),
      os: factRope(settings, 'os', 'platform', textSetting(settings, 'os') ?? facts.platform),
      shell: factRope(settings, 'shell', 'shell', textSetting(settings, 'shell') ?? facts.shell),
    },
    mcp,
    commands,
    claudeMd,
    askedStyle,
    styles,
    askedAgent,
    agents,
    subagentClaudeMd: toggleSetting(settings, 'subagentClaudeMd') ?? false,
    vars,
    message: textSetting(settings, 'message') ?? '',
    reminders: listSetting(settings, 'reminders') ?? [],
    budget: numberSetting(settings, 'budget'),
    sources,
    findings,
  };
}

/** A setting of "" means that the value is unknown, so its line is left out. */
function factRope(settings: Settings, name: string, key: string, value: string): Rope {
  if (settings[name] === '' || value === '') return [];
  return [typeof settings[name] === 'string' ? setting(name, value) : environment(key, value)];
}

function choice<T extends string>(
  settings: Settings,
  name: string,
  values: readonly T[],
  fallback: T,
  findings: Finding[],
): T {
  const asked = textSetting(settings, name);
  if (asked === undefined) return fallback;
  const found = values.find((value) => value === asked);
  if (found === undefined)
    findings.push(
      finding(
        'error',
        `unknown-${name === 'order' ? 'order' : 'security-policy'}`,
        `${name} cannot be "${asked}"; it is one of ${values.join(', ')}. ${fallback} is used`,
      ),
    );
  return found ?? fallback;
}

function enabledTools(settings: Settings, mcp: McpServers, findings: Finding[]): ReadonlySet<ToolPartId> {
  const names = listSetting(settings, 'tools');
  if (names === undefined) return new Set(toolPartIds);
  const enabled = new Set<ToolPartId>();
  for (const name of names) {
    const id = findTool(name);
    if (id !== undefined) enabled.add(id);
    else if (!mcp.servers.some((server) => name.startsWith(`mcp__${server.key}`))) {
      findings.push(
        finding('warning', 'unknown-tool', `There is no tool "${name}"`, undefined, {
          note: 'The catalogue has fifteen tools; a tool of a server is mcp__server__tool.',
        }),
      );
    }
  }
  return enabled;
}

function folderFindings(sources: Sources): readonly Finding[] {
  return filesAs(sources, 'folders').flatMap((file) =>
    folders.includes(file.id)
      ? [
          finding(
            'warning',
            'folder-is-file',
            `${file.id} should be a folder, but is a file, so nothing was read from it`,
            placeOf(file.id),
          ),
        ]
      : [],
  );
}
