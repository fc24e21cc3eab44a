import { builtin, environment, frame, joinWith, message, nodeId, omitted, section } from '../../document/builders';
import type { Omission, PromptMessage, PromptNode, TextNode, Tier } from '../../document/types';
import { localTime } from '../../sources/clock';
import { ropeText, type Rope } from '../../sources/text/rope';
import type { PromptModel, TaskModel } from './model';
import { backgroundText, directoriesText, storageText, telegramText } from './texts';

/** The ten tags in their fixed order (tagged-sections, rule 1), with the tier of each. */
const sectionTiers = {
  Identity: 'L0',
  Role: 'L0',
  Instructions: 'L0',
  Responsibilities: 'L0',
  Directories: 'L1',
  Storage: 'L1',
  Formatting: 'L2',
  Context: 'L3',
  Memories: 'L3',
  Task: 'active',
  Background: 'active',
} as const satisfies Record<string, Tier>;

type Tag = keyof typeof sectionTiers;

const id = (tag: Tag, ...rest: readonly string[]) => nodeId('system', tag, ...rest);

function tagged(tag: Tag, body: readonly PromptNode[], condition?: string): PromptNode {
  return section(id(tag), tag, sectionTiers[tag], inTags(tag, body), { condition });
}

function inTags<Node extends PromptNode>(tag: Tag, body: readonly Node[]): readonly (Node | TextNode)[] {
  return [frame(`<${tag}>\n`), ...body, frame(`\n</${tag}>`)];
}

function absent(tag: Tag, omission: Omission, would?: readonly TextNode[]): PromptNode {
  return omitted(id(tag), tag, sectionTiers[tag], omission, would === undefined ? undefined : inTags(tag, would));
}

const unless = (condition: string): Omission => ({ reason: 'condition-false', condition });

/**
 * Formats the one system message. A blank line joins the sections; an absent one becomes an omitted node with its
 * reason.
 */
export function formatPrompt(model: PromptModel): PromptMessage {
  const sections = [
    ...identityOrRole(model),
    instructions(model),
    responsibilities(model),
    directories(model),
    storage(model),
    formatting(model),
    tagged(
      'Context',
      [
        frame('Current time: '),
        environment('now', localTime(model.now, model.timeZone)),
        frame(' ('),
        environment('timeZone', model.timeZone),
        frame(')'),
      ],
      'always',
    ),
    memories(model),
    model.task.absent === undefined
      ? tagged('Task', taskLines(model.task.task), 'the run is bound to a task')
      : absent('Task', model.task.absent),
    model.background
      ? tagged('Background', [builtin('background', backgroundText)], 'background is on')
      : absent('Background', unless('background is on'), [builtin('background', backgroundText)]),
  ];
  return message(nodeId('system'), 'system', 'L0', 'system', joinWith('\n\n', sections));
}

function identityOrRole({ identity, role }: PromptModel): readonly PromptNode[] {
  if (identity.absent === undefined) {
    const overridden =
      role.absent === undefined ? [absent('Role', { reason: 'overridden', by: 'identity' }, role.rope)] : [];
    return [tagged('Identity', identity.rope, 'the agent has an identity'), ...overridden];
  }
  const legacy = role.absent === undefined ? [tagged('Role', role.rope, 'legacy role, no identity')] : [];
  return [absent('Identity', identity.absent), ...legacy];
}

function instructions({ identity, instructions: given, unread }: PromptModel): PromptNode {
  if (given.absent !== undefined) return absent('Instructions', given.absent);
  if (identity.absent !== undefined)
    return absent('Instructions', unread ?? unless('the agent has an identity'), given.rope);
  return tagged('Instructions', given.rope, 'the agent has instructions and an identity');
}

function responsibilities({ responsibilities: given }: PromptModel): PromptNode {
  if (given.absent !== undefined) return absent('Responsibilities', given.absent);
  const children = given.items.map(({ title, content }, index) =>
    section(id('Responsibilities', String(index)), ropeText(title), sectionTiers.Responsibilities, [
      frame('  <Responsibility title="'),
      ...title,
      frame('">\n    '),
      ...content,
      frame('\n  </Responsibility>'),
    ]),
  );
  return tagged('Responsibilities', joinWith('\n', children), 'the agent has responsibilities');
}

function directories({ cwd, directories: given, trust, unread }: PromptModel): PromptNode {
  const tier = sectionTiers.Directories;
  const meaningful = ropeText(cwd) !== '' && trust !== 'sandbox';
  const hasList = given.some((directory) => !directory.isCwd);
  const stated: Omission = { reason: 'overridden', by: 'the working directory' };
  const list = given.flatMap((directory, index): readonly PromptNode[] =>
    directory.isCwd
      ? [
          omitted(id('Directories', String(index)), ropeText(directory.rope), tier, stated, [
            frame('\n- '),
            ...directory.rope,
          ]),
        ]
      : [frame('\n- '), ...directory.rope],
  );
  const head = [frame(directoriesText.cwd), ...cwd, frame(directoriesText.check)];
  const condition = 'directories are listed, or the agent has file access and a working directory';
  if (!hasList && !meaningful) return absent('Directories', unread ?? unless(condition), head);
  return tagged('Directories', [...head, ...(hasList ? [frame(directoriesText.more)] : []), ...list], condition);
}

function storage({ trust, persists, unread }: PromptModel): PromptNode {
  const body = [builtin('storage', storageText)];
  const condition = 'trust is above sandbox, or a capability persists something';
  return trust === 'sandbox' && !persists
    ? absent('Storage', unread ?? unless(condition), body)
    : tagged('Storage', body, condition);
}

function formatting({ channel }: PromptModel): PromptNode {
  const body = [builtin('telegram-formatting', telegramText)];
  const condition = 'the channel starts with telegram';
  return channel.startsWith('telegram')
    ? tagged('Formatting', body, condition)
    : absent('Formatting', unless(condition), body);
}

function memories({ memories: given }: PromptModel): PromptNode {
  if (given.absent !== undefined) return absent('Memories', given.absent);
  const lines = given.items.flatMap((memory, index) => [frame(index === 0 ? '- ' : '\n- '), ...memory]);
  return tagged('Memories', lines, 'there are memories');
}

function taskLines(task: TaskModel): readonly TextNode[] {
  const current = task.steps.findIndex((step) => !step.done);
  const steps = task.steps.flatMap((step, index) => {
    const mark = step.done ? '✓' : index === current ? '→' : '○';
    return [frame(`\n${index + 1}. ${mark} `), ...step.title];
  });
  const line = (label: string, value: Rope): readonly TextNode[] => [frame(label), ...value];
  return [
    ...line('You are working on task #', task.id),
    frame('. Focus solely on progressing this task.\n\n'),
    ...line('Title: ', task.title),
    ...line('\nDescription: ', task.description),
    ...line('\nStatus: ', task.status),
    frame('\nSteps:'),
    ...(steps.length === 0 ? [frame('\n(no steps defined)')] : steps),
  ];
}
