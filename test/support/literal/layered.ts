/** A literal restatement of layered, layer by layer, with the searches and limits of the systems it comes from. */
import fc from 'fast-check';
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

/** A front matter value as spelled, and the text that PyYAML reads; undefined if it reads no text. */
interface Spelled {
  readonly spelling: string;
  readonly text: string | undefined;
  /** The text if this is the last value of the front matter: the line end before the fence is not part of it. */
  readonly last?: string;
  /** The whole file is refused. */
  readonly refused?: boolean;
}

const plainTexts = [
  'Dill',
  '1e3',
  '0o17',
  'y',
  '08',
  '12:60',
  '2024-1-5',
  'a: b c'.replace(':', ''),
  'Ünï',
  '漢字 x',
  'yEs',
  '1.2.3',
  '-x',
];
const otherValues = [
  'yes',
  'No',
  'ON',
  'off',
  'true',
  '~',
  'null',
  '',
  '12:30',
  '1:30.5',
  '017',
  '0x1F',
  '1_000',
  '1.',
  '.5',
  '1.5e+3',
  '.inf',
  '.NaN',
  '2024-01-15',
  '2024-01-15 10:00:00',
  '7',
  '[a]',
  '{a: b}',
];
/** PyYAML refuses the whole file. */
const refusedValues = ['x\ty', '\tx', '=', '<<', '\u007F', '"\u0001"', '[', '"open', '@x'];
/** Multi-line block scalars and quotes, as a first and as a last field. */
const longValues = [
  ['|\n  one\n  two', 'one\ntwo\n', 'one\ntwo'],
  ['>\n  one\n  two\n\n  three', 'one two\nthree\n', 'one two\nthree'],
  ['|-\n  one\n', 'one', 'one'],
  ['|+\n  one\n', 'one\n\n', 'one\n'],
  ['"one\n  two"', 'one two', 'one two'],
  ['" one "', ' one ', ' one '],
  ['""', '', ''],
  ["' '", ' ', ' '],
] as const;
const spelledText: fc.Arbitrary<Spelled> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...plainTexts).map((text) => ({ spelling: text, text })) },
  { weight: 2, arbitrary: line.map((text) => ({ spelling: JSON.stringify(text), text })) },
  { weight: 2, arbitrary: fc.constantFrom(...longValues).map(([spelling, text, last]) => ({ spelling, text, last })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...refusedValues)
      .map((spelling) => ({ spelling, text: 'refused' as const, refused: true })),
  },
  { weight: 1, arbitrary: fc.constantFrom(...otherValues).map((spelling) => ({ spelling, text: undefined })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('"yes"', "'2024-01-15'", '"12:30"')
      .map((spelling) => ({ spelling, text: spelling.slice(1, -1) })),
  },
);
const truths = [
  ['true', true],
  ['yes', true],
  ['On', true],
  ['"y"', true],
  ['1', true],
  ['1.0', true],
  ['false', false],
  ['no', false],
  ['0', false],
  ['2', false],
  ['12:30', false],
  ['~', false],
  ['"ON"', true],
  ['" yes"', false],
  ['[]', false],
] as const;

interface Definition {
  readonly front: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  readonly end: string;
}

function definition({ front, body, end }: Definition): string {
  const lines = Object.entries(front).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]));
  return ['---', ...lines.map((each) => each.replaceAll('\n', end)), '---', body].join(end);
}

const lineEnd = fc.constantFrom('\n', '\n', '\r\n');
const longText = fc
  .tuple(
    fc.constantFrom('x', 'x\n', '😀', ' y\r\n', '\n', ' '),
    fc.integer({ min: 19_990, max: 20_010 }),
    fc.constantFrom('', '\n', ' end', '\n\nend\n'),
  )
  .map(([unit, count, tail]) => unit.repeat(Math.ceil(count / unit.length)) + tail);
const layerText = fc.oneof({ weight: 8, arbitrary: fileText }, { weight: 1, arbitrary: longText });
const memoryLine = fc
  .record({
    ts: optional(fc.constantFrom('2026-02-26T10:00:00+00:00', '2026', '', ' ', '😀😀😀😀😀😀😀😀😀😀😀😀')),
    category: optional(fc.constant('preference')),
    content: jsonText,
  })
  .map((each) => JSON.stringify(withoutUndefined<string>(each)));
const memoryLines = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 5, arbitrary: memoryLine },
        { weight: 1, arbitrary: memoryLine.map((each) => `\u00A0${each}\u3000`) },
        { weight: 1, arbitrary: fc.constantFrom('', ' ', '{"content"', '5', '{"content":3}', '{"content":" "}', '[]') },
      ),
      { maxLength: 5 },
    ),
    lineEnd,
  )
  .map(([lines, end]) => lines.join(end) + end);

export interface LayeredWorkspace extends RandomWorkspace {
  readonly agents: Readonly<
    Record<string, { readonly body: string; readonly allows: boolean; readonly model: string }>
  >;
  readonly skills: Readonly<
    Record<
      string,
      { readonly name: Spelled | undefined; readonly description: Spelled | undefined; readonly fences: Fences }
    >
  >;
}

/**
 * A whole front matter, or an invalid one: no line end after the second fence, a space after the first, or the second
 * directly below the first.
 */
type Fences = 'whole' | 'at the end' | 'spaced' | 'touching';

function fenced(text: string, fences: Fences, end: string): string {
  if (fences === 'at the end') return text.slice(0, text.lastIndexOf(`${end}Body`));
  if (fences === 'spaced') return text.replace('---', '--- ');
  return fences === 'touching' ? `---${end}---${end}Body` : text;
}

export const workspace: fc.Arbitrary<LayeredWorkspace> = fc
  .record({
    agents: fc.dictionary(
      name,
      fc.record({
        body: fc.oneof(
          prose,
          prose.map((each) => `${each}{{memories_path}} {{ agents_path }} {{nobody}} {{workspace}}{{history_path}}`),
          layerText,
        ),
        allows: optional(fc.constantFrom(...truths)),
        model: optional(fc.constantFrom('m-1', '"x y"')),
        end: lineEnd,
      }),
      { minKeys: 1, maxKeys: 2 },
    ),
    souls: fc.dictionary(name, layerText, { maxKeys: 2 }),
    skills: fc.dictionary(
      name,
      fc.record({
        name: optional(spelledText, 8),
        description: optional(spelledText, 8),
        end: lineEnd,
        fences: fc.oneof(
          { weight: 12, arbitrary: fc.constant<Fences>('whole') },
          { weight: 1, arbitrary: fc.constantFrom<Fences>('at the end', 'spaced', 'touching') },
        ),
      }),
      { maxKeys: 3 },
    ),
    'SOUL.md': optional(layerText),
    'TOOLS.md': optional(layerText),
    'MEMORY.md': optional(fileText),
    lines: fc.dictionary(
      fc.constantFrom('memory/daily/2026-02-11.jsonl', 'memory/x.jsonl', 'memory/2026-13-01.jsonl', 'memory/😀.jsonl'),
      memoryLines,
      { maxKeys: 3 },
    ),
    notes: fc.dictionary(
      fc.constantFrom(
        'memories/topics/tea.md',
        'memories/daily-notes/2026-02-20.md',
        'memories/\uFF5E.md',
        'memories/😀.md',
      ),
      fc.tuple(prose, fc.constantFrom('\n\n', '\n \n', '\r\n\r\n', '\n\n\n'), prose).map((parts) => parts.join('')),
      { maxKeys: 3 },
    ),
    settings: fc
      .record({
        agent: optional(name, 1),
        mode: optional(fc.constantFrom('full', 'minimal', 'none', 'odd')),
        channel: optional(line),
        message: optional(prose),
        model: optional(fc.constant('given'), 1),
      })
      .map(withoutUndefined<string>),
    facts,
  })
  .map(({ agents, souls, skills, lines, notes, settings, facts: known, ...own }) => ({
    settings,
    facts: known,
    agents: Object.fromEntries(
      Object.entries(agents).map(([id, { body, allows, model }]) => [
        id,
        { body, allows: allows?.[1] ?? false, model: model?.replaceAll('"', '') ?? '' },
      ]),
    ),
    skills,
    files: withoutUndefined({
      ...own,
      ...lines,
      ...notes,
      ...Object.fromEntries(
        Object.entries(agents).map(([id, { body, allows, model, end }]) => [
          `agents/${id}/AGENT.md`,
          definition({
            front: { name: 'A', allow_skills: allows?.[0], llm: model === undefined ? undefined : `{model: ${model}}` },
            body,
            end,
          }),
        ]),
      ),
      ...Object.fromEntries(Object.entries(souls).map(([id, soul]) => [`agents/${id}/SOUL.md`, soul])),
      ...Object.fromEntries(
        Object.entries(skills).map(([id, { name: title, description, end, fences }]) => [
          `skills/${id}/SKILL.md`,
          fenced(
            definition({ front: { name: title?.spelling, description: description?.spelling }, body: 'Body', end }),
            fences,
            end,
          ),
        ]),
      ),
    }),
  }));

/** Cut at the last line end before 20,000 characters, then trimmed. */
function layerText20000(content: string): string {
  const characters = [...content];
  if (characters.length <= 20_000) return trim(content);
  const newline = characters.lastIndexOf('\n', 19_999);
  const lineEndAt = newline > 0 && characters[newline - 1] === '\r' ? newline - 1 : newline;
  const cut = lineEndAt > 0 ? lineEndAt : 20_000;
  return trim(
    `${characters.slice(0, cut).join('')}\n\n[... truncated (${characters.length} chars total, ` +
      `showing first ${cut}) ...]`,
  );
}

interface Chunk {
  readonly label: string;
  readonly text: string;
}

const dateInName = /\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/;

// oxlint-disable-next-line no-control-regex
const pythonLineEnd = /\r\n|[\n\r\v\f\x1C-\x1E\x85\u2028\u2029]/;

function chunksOf(files: RandomWorkspace['files']): readonly Chunk[] {
  const labelOf = (path: string): string => {
    const file = path.slice(path.lastIndexOf('/') + 1);
    return dateInName.exec(file)?.[0] ?? file;
  };
  /** `text.split("\\n\\n")`, each part stripped. */
  const paragraphs = (path: string): readonly Chunk[] =>
    (files[path] ?? '')
      .split(/(?:\r\n|\r(?!\n)|\n){2}/)
      .map(trim)
      .flatMap((each) => (each === '' ? [] : [{ label: labelOf(path), text: each }]));
  /** `text.splitlines()`, each line stripped. */
  const objects = (path: string): readonly Chunk[] =>
    (files[path] ?? '').split(pythonLineEnd).flatMap((each): readonly Chunk[] => {
      let entry: { ts?: unknown; content?: unknown } | null = null;
      try {
        entry = JSON.parse(trim(each));
      } catch {
        return [];
      }
      if (typeof entry?.content !== 'string' || entry.content === '') return [];
      const date = typeof entry.ts === 'string' ? [...entry.ts].slice(0, 10).join('') : '';
      return [{ label: trim(date) === '' ? labelOf(path) : date, text: entry.content }];
    });
  const under = (pattern: RegExp): readonly string[] => sorted(Object.keys(files).filter((path) => pattern.test(path)));
  return [
    ...under(/^MEMORY\.md$/).flatMap(paragraphs),
    ...under(/^memory\/.*\.jsonl$/).flatMap(objects),
    ...under(/^memories\/.*\.md$/).flatMap(paragraphs),
  ];
}

function tokens(text: string): readonly string[] {
  return (text.toLowerCase().match(/[a-z0-9\u4e00-\u9fff]+/g) ?? []).filter(
    (each) => each.length > 1 || (each >= '\u4e00' && each <= '\u9fff'),
  );
}

function recalled(query: string, chunks: readonly Chunk[]): readonly string[] {
  const documents = chunks.map(({ text }) => tokens(text));
  const df = (term: string): number => documents.filter((each) => each.includes(term)).length;
  const idf = (term: string): number => Math.log((chunks.length + 1) / (df(term) + 1)) + 1;
  const vector = (terms: readonly string[]): ReadonlyMap<string, number> =>
    new Map(terms.map((term) => [term, terms.filter((each) => each === term).length * idf(term)]));
  const norm = (of: ReadonlyMap<string, number>): number =>
    Math.sqrt([...of.values()].reduce((sum, each) => sum + each * each, 0));
  const asked = vector(tokens(query));
  const scored = chunks.flatMap((chunk, index) => {
    const own = vector(documents[index] ?? []);
    const dot = [...asked].reduce((sum, [term, weight]) => sum + weight * (own.get(term) ?? 0), 0);
    const score = norm(asked) > 0 && norm(own) > 0 ? dot / (norm(asked) * norm(own)) : 0;
    return score > 0 ? [{ chunk, score: Number(score.toFixed(4)) }] : [];
  });
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, 3);
  return best.map(
    ({ chunk: { label, text } }) =>
      `- [${label}] ${[...text].length > 200 ? `${[...text].slice(0, 200).join('')}...` : text}`,
  );
}

export function restate({
  files,
  settings,
  facts: { workspace: root, now },
  agents,
  skills,
}: LayeredWorkspace): string {
  const ids = sorted(Object.keys(agents));
  const id = textSetting(settings, 'agent') ?? ids[0] ?? '';
  const agent = agents[id];
  if (agent === undefined || !ids.includes(id)) return '';
  const folders = {
    workspace: root,
    agents_path: `${root}/agents`,
    skills_path: `${root}/skills`,
    crons_path: `${root}/crons`,
    memories_path: `${root}/memories`,
    history_path: `${root}/.history`,
  };
  const identity = Object.entries(folders).reduce(
    (text, [key, value]) => text.replaceAll(`{{${key}}}`, () => value),
    trim(agent.body),
  );
  const mode = ['full', 'minimal', 'none'].includes(textSetting(settings, 'mode') ?? '') ? settings['mode'] : 'full';
  const layers: string[] = [layerText20000(identity)];
  const soul = layerText20000(files[`agents/${id}/SOUL.md`] ?? files['SOUL.md'] ?? '');
  if (mode === 'full' && soul !== '') layers.push(`## Personality\n\n${soul}`);
  const tools = layerText20000(files['TOOLS.md'] ?? '');
  if (mode !== 'none' && tools !== '') layers.push(`## Tool Usage Guidelines\n\n${tools}`);
  const listed = sorted(Object.keys(skills)).flatMap((each) => {
    const { name: title, description, fences } = skills[each] ?? {};
    if (fences !== 'whole' || title?.refused === true || description?.refused === true) return [];
    const [heading, about] = [title?.text, description?.last ?? description?.text];
    return heading === undefined || about === undefined ? [] : [`### Skill: ${heading}\nDescription: ${about}`];
  });
  if (mode === 'full' && agent.allows && listed.length > 0)
    layers.push(`## Available Skills\n\n${listed.join('\n\n')}`);
  const memories = recalled(textSetting(settings, 'message') ?? '', chunksOf(files));
  if (mode === 'full' && memories.length > 0) layers.push(`## Memory\n\n### Recalled Memories\n${memories.join('\n')}`);
  const model = textSetting(settings, 'model') ?? (agent.model || 'unknown');
  const time = `${now.slice(0, 10)} ${now.slice(11, 16)} UTC`;
  if (mode === 'full')
    layers.push(
      `## Runtime Context\n\n- Agent ID: ${id}\n- Model: ${model}\n- Channel: ` +
        `${textSetting(settings, 'channel') ?? 'terminal'}\n- Current time: ${time}`,
    );
  return layers.filter((each) => each !== '').join('\n\n');
}
