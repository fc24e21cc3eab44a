/** A literal restatement of part-catalog: the algorithm of the parts, the walk for CLAUDE.md, and the subagent. */
import fc from 'fast-check';
import { z } from 'zod';
import type { SettingValue } from '../../../shared/assemblers/types';
import {
  facts,
  fileText,
  withoutUndefined,
  jsonText,
  line,
  name,
  optional,
  prose,
  textSetting,
  sorted,
  trim,
  type RandomWorkspace,
} from './random';

const behaviour = [
  'conversational-style',
  'proactive-suggestions',
  'respect-conventions',
  'tool-use-formatting',
  'verify-with-tools',
  'do-not-litter',
  'large-files',
  'file-read-limits',
];
const partIds = [
  'main',
  'security-policy',
  'censoring-policy',
  'environment',
  'past-sessions',
  'agent-memory',
  'glob-docs',
  'grep-docs',
  'search-replace-docs',
  'todo-docs',
  'mcp-servers',
  'slash-commands',
  ...behaviour,
  'claude-md',
  'output-style',
  'append',
];
const catalogOrder = [
  'main',
  'security-policy',
  'past-sessions',
  'agent-memory',
  'censoring-policy',
  'claude-md',
  'conversational-style',
  'slash-commands',
  'do-not-litter',
  'environment',
  'file-read-limits',
  'glob-docs',
  'grep-docs',
  'large-files',
  'mcp-servers',
  'proactive-suggestions',
  'respect-conventions',
  'search-replace-docs',
  'todo-docs',
  'tool-use-formatting',
  'verify-with-tools',
  'output-style',
  'append',
];
const values: Readonly<Record<string, string>> = {
  'claude-md': 'CLAUDE_MD',
  environment: 'ENVIRONMENT',
  'mcp-servers': 'MCP_SERVERS',
  'slash-commands': 'SLASH_COMMANDS',
  'output-style': 'OUTPUT_STYLE',
  append: 'APPEND',
};

/** Every part is a line with its name, and a line with its value if it has one. */
const partFiles = Object.fromEntries(
  partIds.map((id) => {
    const own = values[id] === undefined ? '' : `\n\${${values[id]}}`;
    const body =
      id === 'main'
        ? '[main ${OUTPUT_STYLE_CONFIG!==null?\'with\':"without"} style]\n${SECURITY_POLICY}'
        : id === 'append'
          ? '${APPEND}'
          : `[${id}]${own}`;
    return [
      `prompts/${id}.md`,
      `<!--\nname: 'System Prompt: ${id}'\ndescription: x\nccVersion: 2.1.37\n-->\n${body}\n`,
    ];
  }),
);

const toolNames = ['Bash', 'FileRead', 'FileWrite', 'FileEdit', 'Edit', 'Glob', 'Grep', 'TodoWrite', 'Agent'] as const;
const cwds = ['.', 'a', 'a/b', '/srv/app', '/'] as const;
const claudeNames = ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'] as const;
const claudePaths = cwds
  .filter((each) => !each.startsWith('/'))
  .flatMap((folder) => claudeNames.map((each) => (folder === '.' ? each : `${folder}/${each}`)));

export interface CatalogWorkspace extends RandomWorkspace {
  readonly skills: readonly string[];
  readonly agentParts: {
    readonly prompt: string;
    readonly reminder: string | undefined;
    readonly skills: readonly string[];
  };
}

export const workspace: fc.Arbitrary<CatalogWorkspace> = fc
  .record({
    claude: fc.dictionary(
      fc.constantFrom(
        ...claudePaths,
        '/CLAUDE.md',
        '/srv/CLAUDE.md',
        '/srv/app/CLAUDE.md',
        '/srv/app/CLAUDE.local.md',
        '/home/CLAUDE.md',
      ),
      fileText,
      { maxKeys: 5 },
    ),
    servers: optional(
      fc.dictionary(
        fc.constantFrom('tides', 'b', '\uFF5E'),
        fc.array(fc.tuple(fc.constantFrom('forecast', 'x', 'y'), optional(line)), { maxLength: 2 }),
        { maxKeys: 2 },
      ),
    ),
    commands: fc.dictionary(
      name.filter((each) => !each.includes('.')),
      line,
      { maxKeys: 3 },
    ),
    rules: fc.dictionary(name, fileText, { maxKeys: 1 }),
    style: optional(prose),
    skills: fc.subarray(['s1', 's2']),
    agentParts: fc.record({
      prompt: prose,
      reminder: optional(line),
      skills: fc.array(fc.constantFrom('s1', 's2', 'gone'), { maxLength: 3 }),
    }),
    settings: fc
      .record({
        systemPrompt: optional(
          fc.oneof(
            prose,
            fc.record({
              preset: fc.constant('claude_code'),
              append: fc.oneof(jsonText, fc.constantFrom('', ' ', '\n\nLast.\n')),
            }),
            fc.record({ append: prose }),
          ),
          1,
        ),
        tools: optional(fc.subarray([...toolNames])),
        sessions: optional(fc.boolean()),
        memory: optional(fc.boolean()),
        outputStyle: optional(fc.constantFrom('calm', 'nobody'), 1),
        subagent: optional(fc.constantFrom('helper'), 1),
        subagentClaudeMd: optional(fc.boolean(), 1),
        os: optional(fc.constantFrom('darwin', '')),
        shell: optional(fc.constant('zsh')),
        cwd: optional(fc.constantFrom(...cwds)),
        order: optional(fc.constantFrom('algorithm', 'catalog')),
        // These four change nothing in the system message.
        message: optional(jsonText, 1),
        reminders: optional(fc.array(line, { maxLength: 2 }), 1),
        budget: optional(fc.constantFrom(1, 100_000), 1),
        vars: optional(fc.constant({ Version: '9' }), 1),
        securityPolicy: optional(fc.constantFrom('both', 'inline', 'part')),
      })
      .map(withoutUndefined<SettingValue>),
    facts,
  })
  .map(({ claude, servers, commands, rules, style, skills, agentParts, settings, facts: known }) => ({
    settings,
    facts: known,
    skills,
    agentParts,
    files: withoutUndefined({
      ...partFiles,
      ...claude,
      '.mcp.json':
        servers === undefined
          ? undefined
          : JSON.stringify({
              mcpServers: Object.fromEntries(
                Object.entries(servers).map(([key, tools]) => [
                  key,
                  { tools: tools.map(([tool, description]) => withoutUndefined({ name: tool, description })) },
                ]),
              ),
            }),
      ...Object.fromEntries(
        Object.entries(commands).map(([id, about]) => [
          `.claude/commands/${id}.md`,
          `---\ndescription: ${JSON.stringify(about)}\n---\nDo it.\n`,
        ]),
      ),
      ...Object.fromEntries(Object.entries(rules).map(([id, rule]) => [`.claude/rules/${id}.md`, rule])),
      ...Object.fromEntries(
        skills.map((id) => [
          `.claude/skills/${id}/SKILL.md`,
          `---\nname: ${id}\ndescription: d\n---\n\nSkill ${id}.\n`,
        ]),
      ),
      '.claude/output-styles/calm.md':
        style === undefined ? undefined : `---\nname: calm\ndescription: d\n---\n${style}`,
      '.claude/agents/helper.md': [
        '---\nname: helper\ndescription: d\n',
        agentParts.reminder === undefined
          ? ''
          : `criticalSystemReminder_EXPERIMENTAL: ${JSON.stringify(agentParts.reminder)}\n`,
        agentParts.skills.length === 0 ? '' : `skills: ${JSON.stringify(agentParts.skills)}\n`,
        `---\n${agentParts.prompt}`,
      ].join(''),
    }),
  }));

function claudeMd({ files, facts: { workspace: root } }: RandomWorkspace, cwd: string): string {
  const read = (path: string): readonly string[] => {
    const text = files[path] ?? (path.startsWith(`${root}/`) ? files[path.slice(root.length + 1)] : undefined);
    return text === undefined ? [] : [text];
  };
  const inside = (folder: string, file: string): string => (folder === '/' ? `/${file}` : `${folder}/${file}`);
  const found = claudeNames.flatMap((each) => read(inside(cwd, each)));
  for (let folder = cwd; folder !== '/';) {
    folder = folder.slice(0, folder.lastIndexOf('/')) || '/';
    found.push(...read(inside(folder, 'CLAUDE.md')));
  }
  return found.join('\n\n---\n\n');
}

export function restate(workspaceGiven: CatalogWorkspace): string {
  const { files, settings, facts: known, agentParts, skills } = workspaceGiven;
  const asked = textSetting(settings, 'cwd') ?? '.';
  const cwd = asked.startsWith('/') ? asked : asked === '.' ? known.workspace : `${known.workspace}/${asked}`;
  const [os, shell] = [textSetting(settings, 'os') ?? known.platform, textSetting(settings, 'shell') ?? known.shell];
  const environment =
    `[environment]\n- Working directory: ${cwd}\n${os === '' ? '' : `- Platform: ${os}\n`}- ` + `Shell: ${shell}`;
  const content = claudeMd(workspaceGiven, cwd);
  const claudePart = `[claude-md]\n${content}`;
  if (settings['subagent'] === 'helper') {
    const parts = [
      trim(agentParts.prompt),
      ...(trim(agentParts.reminder ?? '') === '' ? [] : [`CRITICAL REMINDER: ${trim(agentParts.reminder ?? '')}`]),
      ...agentParts.skills.flatMap((id) => (skills.includes(id) ? [`Skill ${id}.`] : [])),
      environment,
      ...(settings['subagentClaudeMd'] === true && content !== '' ? [claudePart] : []),
    ];
    return parts.filter((each) => each !== '').join('\n\n');
  }
  const option = settings['systemPrompt'];
  if (typeof option === 'string' && option !== '') return option;
  const append = z.looseObject({ append: z.string() }).safeParse(option).data?.append ?? '';
  const enabled = settings['tools'];
  const has = (...names: readonly string[]): boolean =>
    !Array.isArray(enabled) || enabled.some((each) => names.includes(String(each)));
  const styleFile = files['.claude/output-styles/calm.md'];
  const style =
    settings['outputStyle'] === 'calm' && styleFile !== undefined
      ? trim(styleFile.slice(styleFile.indexOf('\n---\n') + 5))
      : undefined;
  const policy = settings['securityPolicy'] ?? 'both';
  const servers: Readonly<Record<string, { tools: readonly { name: string; description?: string }[] }>> =
    files['.mcp.json'] === undefined ? {} : JSON.parse(files['.mcp.json']).mcpServers;
  const described = (description = ''): string => (trim(description) === '' ? '' : `: ${trim(description)}`);
  const serverLines = Object.entries(servers).map(([key, { tools }]) =>
    [
      `- ${key}`,
      ...new Map(
        tools.map((tool) => [tool.name, `  - mcp__${key}__${tool.name}${described(tool.description)}`]),
      ).values(),
    ].join('\n'),
  );
  const commands = sorted(Object.keys(files).filter((path) => path.startsWith('.claude/commands/'))).map((path) => {
    const description: string = JSON.parse((files[path] ?? '').split('\n')[1]?.slice(13) ?? '""');
    return `- /${path.slice(17, -3)}: ${trim(description) || 'Do it.'}`;
  });
  const texts: Readonly<Record<string, string | undefined>> = {
    main: `[main ${style === undefined ? 'without' : 'with'} style]${policy === 'part' ? '' : '\n[security-policy]'}`,
    'security-policy': policy === 'inline' ? undefined : '[security-policy]',
    environment,
    'past-sessions': settings['sessions'] === false ? undefined : '[past-sessions]',
    'agent-memory': settings['memory'] === false ? undefined : '[agent-memory]',
    'glob-docs': has('Glob') ? '[glob-docs]' : undefined,
    'grep-docs': has('Grep') ? '[grep-docs]' : undefined,
    'search-replace-docs': has('FileEdit', 'Edit') ? '[search-replace-docs]' : undefined,
    'todo-docs': has('TodoWrite') ? '[todo-docs]' : undefined,
    'mcp-servers': serverLines.length === 0 ? undefined : `[mcp-servers]\n${serverLines.join('\n')}`,
    'slash-commands': commands.length === 0 ? undefined : `[slash-commands]\n${commands.join('\n')}`,
    'claude-md': content === '' ? undefined : claudePart,
    'output-style': style === undefined ? undefined : trim(`[output-style]\n${style}`),
    append: append === '' ? undefined : append,
  };
  const order = settings['order'] === 'catalog' ? catalogOrder : partIds;
  return order.flatMap((id) => (id in texts ? (texts[id] ?? []) : `[${id}]`)).join('\n\n');
}
