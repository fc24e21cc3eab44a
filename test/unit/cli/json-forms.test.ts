/** Runs every command that has a JSON form, and checks its answer by the schema that is published for it. */
import { Command } from 'commander';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declareCommands } from '../../../electron/cli/program';
import { absolutePath } from '../../../electron/host/disk/paths';
import { messagesSchema } from '../../../shared/ipc/written/messages-schema';
import { savedDocumentSchema } from '../../../shared/ipc/written/saved-document';
import {
  builtSentReportSchema,
  sentReportSchema,
  sessionsReportSchema,
  tracedReportSchema,
} from '../../../shared/ipc/written/sent-report';
import { capture } from '../../support/agents/captured';
import { codexBody } from '../../support/agents/made-up';
import { conversation, writtenSession } from '../../support/capture/written-session';
import { temporaryFolder } from '../../support/host/temporary';
import { pinned, strata, temporaryCopy } from '../../support/run-cli';

const root = join(import.meta.dirname, '../../..');
const schemas = join(root, 'build/schemas');
const declared = join(root, 'build/examples/declared');
const requests = join(root, 'build/examples/requests/morning.requests.jsonl');
const examples = [
  ...openable(join(root, 'build/examples')),
  ...openable(join(root, 'build/examples/requests')).filter((path) => !path.endsWith('strata.json')),
];

function openable(folder: string): readonly string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}

/** A command, and the option that makes it print JSON. */
type Form = string;

/** Every option of every command that chooses how to print, with each of its choices. */
function declaredForms(): readonly Form[] {
  const program = new Command();
  declareCommands({ program, run: () => Promise.resolve() }, '0', { out: () => Promise.resolve(), err: () => {} });
  return program.commands.flatMap((command) =>
    command.options.flatMap(({ long, argChoices = [] }) => {
      if (long === '--json') return [`${command.name()} --json`];
      return argChoices.map((choice) => `${command.name()} ${long ?? ''} ${choice}`);
    }),
  );
}

/** Forms that are not Strata's: text for people, or a format that somebody else publishes. */
const foreign: readonly Form[] = [
  ...['text', 'markdown', 'curl'].map((format) => `build --format ${format}`),
  ...['sent', 'anthropic', 'openai', 'openai-chat', 'openai-responses', 'gemini', 'bedrock'].map(
    (provider) => `build --format ${provider}`,
  ),
  ...['lint', 'check'].flatMap((name) => ['text', 'sarif', 'junit'].map((format) => `${name} --format ${format}`)),
  'cache --take-out request',
  'cache --take-out patch',
];

interface Run {
  /** Name of the file in build/schemas. */
  readonly schema: string;
  readonly args: () => Promise<readonly string[]> | readonly string[];
}

const ofFolder = (schema: string, ...args: readonly string[]): Run => ({
  schema,
  args: () => [args[0] ?? '', declared, ...args.slice(1), ...pinned],
});

function ofExamples(schema: string, command: string, ...args: readonly string[]): readonly Run[] {
  return examples.map((path) => ({ schema, args: () => [command, path, ...args, ...pinned] }));
}

const runs: Readonly<Record<Form, readonly Run[]>> = {
  'build --format messages': ofExamples('messages', 'build', '--format', 'messages'),
  'build --format document': ofExamples('document', 'build', '--format', 'document'),
  'inspect --json': [
    ...ofExamples('inspect-report', 'inspect', '--json'),
    {
      schema: 'traced-report',
      args: async () => {
        const { folder, captures } = await captured();
        return ['inspect', 'last', '--folder', folder, '--captures', captures, '--json'];
      },
    },
  ],
  'lint --format json': [ofFolder('lint-report', 'lint', '--format', 'json')],
  'diff --json': [
    ofFolder('diff-report', 'diff', '--with', 'children=true', '--json'),
    {
      schema: 'diff-report',
      args: async () => {
        const saved = join(temporaryCopy(), 'before.json');
        writeFileSync(saved, (await strata('build', declared, '--format', 'document', ...pinned)).out);
        return ['diff', saved, declared, '--json', '--model', 'claude-sonnet-5-5', ...pinned];
      },
    },
    {
      schema: 'sent-report',
      args: async () => {
        const sent = join(temporaryCopy(), 'sent.request.json');
        const { out } = await strata('build', declared, '--format', 'anthropic', ...pinned);
        writeFileSync(sent, out.replace('page', 'sheet'));
        return ['diff', sent, declared, '--json', ...pinned];
      },
    },
    {
      schema: 'built-sent-report',
      args: async () => {
        const { folder, captures } = await captured();
        return ['diff', 'last', folder, '--captures', captures, '--json', ...pinned];
      },
    },
  ],
  'matrix --json': [ofFolder('matrix-report', 'matrix', '--over', 'mode', '--json')],
  'cache --json': [ofFolder('cache-report', 'cache', '--optimize', '--json')],
  'cache --take-out breakpoints': [ofFolder('breakpoints', 'cache', '--optimize', '--take-out', 'breakpoints')],
  'check --format json': [
    {
      schema: 'check-report',
      args: async () => {
        const folder = temporaryCopy(declared);
        await strata('lock', folder, ...pinned);
        return ['check', folder, '--format', 'json', ...pinned];
      },
    },
  ],
  'volatile --json': [
    ofFolder('volatile-report', 'volatile', '--json'),
    { schema: 'differed-report', args: () => ['volatile', requests, '--json', ...pinned] },
  ],
  'rules --json': [
    { schema: 'rules-report', args: () => ['rules', '--json'] },
    { schema: 'rules-report', args: () => ['rules', '--json', '--check', '--older-than', '0'] },
  ],
  'sequence --json': [{ schema: 'sequence-report', args: () => ['sequence', requests, '--json', ...pinned] }],
  'explain --json': [
    { schema: 'explain-report', args: () => ['explain', requests, '2', '--json', ...pinned] },
    {
      schema: 'session-report',
      args: async () => {
        const captures = temporaryFolder();
        await writtenSession(captures, [
          { body: conversation(1), at: 0 },
          { body: conversation(2, 'Keep every answer long and plain.'), at: 10 },
        ]);
        return ['explain', 'last', '2', '--find', 'long and plain', '--captures', captures, '--json'];
      },
    },
  ],
  'agents --json': [ofFolder('load-map', 'agents', '--json')],
  'sessions --json': [
    {
      schema: 'sessions-report',
      args: async () => ['sessions', '--captures', (await captured()).captures, '--json'],
    },
    {
      schema: 'sessions-report',
      args: async () => {
        const { folder, captures } = await captured();
        return ['sessions', folder, '--captures', captures, '--json'];
      },
    },
  ],
};

/** A folder of Codex, and a session of it. */
async function captured(): Promise<{ readonly folder: string; readonly captures: string }> {
  const here = absolutePath(temporaryFolder());
  const [folder, captures] = [join(here, 'repo'), join(here, 'captures')];
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, 'AGENTS.md'), 'Times are local to the pier, never to the server.\n');
  const instructions = 'From a file:\nTimes are local to the pier, never to the server.\n';
  await capture(captures, { day: 1, folder, body: codexBody({ instructions, folder }) });
  return { folder, captures };
}

function published(name: string): z.ZodType {
  return z.fromJSONSchema(JSON.parse(readFileSync(join(schemas, `${name}.schema.json`), 'utf8')));
}

describe('the published schemas', () => {
  it.each([
    ['document', savedDocumentSchema],
    ['messages', messagesSchema],
    ['sent-report', sentReportSchema],
    ['built-sent-report', builtSentReportSchema],
    ['traced-report', tracedReportSchema],
    ['sessions-report', sessionsReportSchema],
  ])('%s is up to date', (name, schema) => {
    const path = join(schemas, `${name}.schema.json`);
    const current = `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`;
    if (process.env['UPDATE'] === '1') writeFileSync(path, current);
    expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(current);
  });

  it('are there for every form that a command declares', () => {
    expect([...Object.keys(runs), ...foreign].toSorted()).toEqual(declaredForms().toSorted());
  });

  it('are each printed by a command, except those of files and of the MCP server', () => {
    const used = new Set(Object.values(runs).flatMap((each) => each.map(({ schema }) => schema)));
    const others = readdirSync(schemas)
      .map((name) => name.replace('.schema.json', ''))
      .filter((name) => !used.has(name));
    expect(others.toSorted()).toEqual(['edit-cost-report', 'lock', 'rule-pack', 'strata']);
  });

  it('are as many as there are places that print JSON', () => {
    const commands = join(root, 'electron/cli/commands');
    const places = readdirSync(commands, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [...readFileSync(join(commands, name), 'utf8').matchAll(/(?<!sarif.*)jsonText\((?!sarif)/g)]);
    // `rules` prints two shapes by one schema; `build` prints its two by the exporters.
    const printed = Object.values(runs).flatMap((each) => each.map(({ schema }) => schema));
    expect(places).toHaveLength(new Set(printed).size + 1 - 2);
  });
});

describe.each(Object.entries(runs))('%s', (_form, each) => {
  it.each(each)('prints what $schema says', async ({ schema, args }) => {
    const { out, err } = await strata(...(await args()));
    expect(out, err).not.toBe('');
    const answer = JSON.parse(out);
    const form = published(schema);
    expect(form.safeParse(answer).error?.issues ?? []).toEqual([]);
    // A schema that allows anything would pass as well. So an answer without one of its fields must be refused.
    const [first] = Array.isArray(answer) ? [answer[0]] : [answer];
    const needed = Object.keys(first).filter((key) => {
      const { [key]: _left, ...rest } = first;
      return !form.safeParse(Array.isArray(answer) ? [rest] : rest).success;
    });
    expect(needed.length).toBeGreaterThan(1);
  });
});
