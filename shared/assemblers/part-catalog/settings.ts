import type { Control, SettingSpec, SettingValue, Settings } from '../types';
import { control } from '../settings';
import { toolPartIds, toolParts } from './catalog/catalog';
import { orderNames, securityModes, type Model } from './model';
import { ropeText } from '../../sources/text/rope';
import { grouped } from '../../basics/grouped';

export const settingSpecs: readonly SettingSpec[] = [
  {
    name: 'systemPrompt',
    label: 'System prompt',
    kind: 'textOrObject',
    long: true,
    help: 'A text replaces everything; {"preset":"claude_code","append":"…"} adds to the assembled prompt.',
  },
  {
    name: 'tools',
    label: 'Tools',
    kind: 'list',
    help:
      'Names of the enabled tools; all unless set. Read, Write, Edit and Task are other names of ' +
      'FileRead, FileWrite, FileEdit and Agent.',
  },
  {
    name: 'sessions',
    label: 'Past sessions',
    kind: 'toggle',
    default: true,
    help: 'Whether the agent can look at past sessions.',
  },
  { name: 'memory', label: 'Memory', kind: 'toggle', default: true, help: 'Whether the agent keeps memory.' },
  { name: 'outputStyle', label: 'Output style', kind: 'choice', help: 'A style of .claude/output-styles.' },
  {
    name: 'subagent',
    label: 'Subagent',
    kind: 'choice',
    help: 'Show the prompt of this agent instead of the main one: a file of .claude/agents or a shipped agent.',
  },
  {
    name: 'subagentClaudeMd',
    label: 'CLAUDE.md for subagents',
    kind: 'toggle',
    default: false,
    help: "Give the subagent the parent's CLAUDE.md files.",
  },
  {
    name: 'vars',
    label: 'Variables',
    kind: 'object',
    help:
      'Values for ${…} in the parts: OutputStyleConfig, SecurityPolicy, IssuesExplainer, PackageURL, ' +
      'ReadmeURL, Version, FeedbackChannel, BuildTime, or any name in capitals.',
  },
  { name: 'message', label: 'User message', kind: 'text', long: true, help: 'What the user says.' },
  {
    name: 'reminders',
    label: 'Reminders',
    kind: 'list',
    help: 'Appended to the user message: ids of the catalogue such as todo-empty, or texts.',
  },
  {
    name: 'os',
    label: 'Platform',
    kind: 'text',
    help: 'The platform of the environment part; this machine’s unless set.',
  },
  {
    name: 'shell',
    label: 'Shell',
    kind: 'text',
    help: 'The shell of the environment part; this machine’s unless set.',
  },
  {
    name: 'cwd',
    label: 'Working directory',
    kind: 'text',
    help: 'Where the agent runs and where the search for CLAUDE.md begins; the opened folder unless set.',
  },
  {
    name: 'budget',
    label: 'Token budget',
    kind: 'number',
    help: 'An error when the estimate (bytes ÷ 4) of the system prompt is above it.',
  },
  {
    name: 'order',
    label: 'Order of the parts',
    kind: 'choice',
    default: 'algorithm',
    values: orderNames,
    help: 'algorithm: as the prompt is assembled; catalog: as the catalogue lists them.',
  },
  {
    name: 'securityPolicy',
    label: 'Security policy',
    kind: 'choice',
    default: 'both',
    values: securityModes,
    help: 'Inside the main part, as a part of its own, or both.',
  },
];

const choicesOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export function controlsOf(settings: Settings, model: Model, estimatedTokens: number): readonly Control[] {
  const enabled = toolPartIds.filter((id) => model.tools.has(id)).map((id) => toolParts[id].name);
  const values: Readonly<Record<string, readonly [SettingValue, Pick<Control, 'choices' | 'from'>?]>> = {
    systemPrompt: [
      settings['systemPrompt'] ?? '',
      settings['systemPrompt'] === undefined ? { from: 'the preset claude_code' } : {},
    ],
    tools: [enabled, { choices: choicesOf(toolPartIds.map((id) => toolParts[id].name)) }],
    sessions: [model.sessions],
    memory: [model.memory],
    outputStyle: [model.askedStyle ?? '', { choices: choicesOf(model.styles.names) }],
    subagent: [model.askedAgent ?? '', { choices: model.agents.choices }],
    subagentClaudeMd: [model.subagentClaudeMd],
    vars: [settings['vars'] ?? {}],
    message: [model.message],
    reminders: [model.reminders],
    os: [ropeText(model.environment.os), { from: 'this machine' }],
    shell: [ropeText(model.environment.shell), { from: 'this machine' }],
    cwd: [ropeText(model.environment.cwd), { from: 'the opened folder' }],
    budget: [
      model.budget ?? null,
      { from: `the system prompt is estimated at ${grouped(estimatedTokens)} tokens (bytes ÷ 4)` },
    ],
    order: [model.order, { choices: choicesOf(orderNames) }],
    securityPolicy: [model.securityPolicy, { choices: choicesOf(securityModes) }],
  };
  return Object.entries(values).map(([name, [value, rest]]) => {
    const each = control(settings, name, value, rest);
    return each.isDefault || name === 'budget'
      ? each
      : { name, value, isDefault: false, ...(rest?.choices === undefined ? {} : { choices: rest.choices }) };
  });
}
