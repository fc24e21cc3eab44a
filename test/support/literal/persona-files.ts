/** A literal restatement of persona-files, component by component. Strata's own texts come from the code. */
import fc from 'fast-check';
import {
  callingText,
  defaultSoulText,
  guidelinesText,
  introductionText,
  memoryText,
  routingText,
  silentText,
} from '../../../shared/assemblers/persona-files/texts';
import {
  facts,
  fileText,
  withoutUndefined,
  jsonFile,
  jsonText,
  line,
  name,
  optional,
  prose,
  textSetting,
  sorted,
  trim,
  trimStart,
  type RandomWorkspace,
} from './random';

const fieldValue = fc.oneof(
  line,
  line.map((each) => `"${each}"`),
  line.map((each) => `' ${each} '`),
  fc.constantFrom('', '""', '"', '\u0085Momo\u0085', '\uFEFFMomo', 'a: b', '# no', '\'half"'),
);
const number = fc.constantFrom(
  '60.17',
  '-24.0',
  '5.',
  '.5',
  '+1',
  '-0',
  '1e2',
  '1E-7',
  '1e21',
  '1e400',
  'inf',
  'NaN',
  '0x10',
  '1_000',
  '1,5',
  '',
  '"7.50"',
  '123456789012345678',
);

/** `key: value` lines between two fences, with an occasional line that is not one. */
function fields(keys: readonly string[], values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const pair = fc
    .tuple(fc.constantFrom(...keys, 'other'), fc.constantFrom(': ', ':', ' :\t', ':\u0085'), values)
    .map((parts) => parts.join(''));
  const each = fc.oneof(
    { weight: 6, arbitrary: pair },
    { weight: 1, arbitrary: fc.constantFrom('', '# note', 'no pair', '---x', ' name: indented') },
  );
  return fc
    .tuple(
      fc.constantFrom('', '', '\n ', '\u0085', 'x\n'),
      fc.constantFrom('---\n', '---\n', '---\n---\n', '--\n'),
      fc.array(each, { maxLength: 6 }),
      fc.constantFrom('\n---\n', '\n---', '\n--- \n', '\n'),
      fileText,
    )
    .map(([before, opener, lines, closer, body]) => before + opener + lines.join('\n') + closer + body);
}

const schema = fc.constantFrom(
  '{}',
  '{"type": "object", "properties": {"b": {"type": "integer", "maximum": 9223372036854775807}, ' +
    '"a": {"multipleOf": 1.0}}, "required": []}',
  '{"\u{1F600}": 1, "\uFF5E": [1e400, -0, {"z": null, "a": true}], "type": "x", "type": "object"}',
  '{"10": 1, "9": [], "e": {}, "s": "q\\"\\u00e9\\n"}',
);

const tool = fc.record({
  name: fc.constantFrom('exec', 'browser', 'memory_search', '\uFF5E', '😀', 'a'),
  description: fc.oneof(jsonText, fc.constantFrom('', '🦜'.repeat(160), 'x'.repeat(161))),
  parameters: schema,
});
const toolsFile = fc
  .array(tool, { maxLength: 4 })
  .map(
    (list) =>
      `[${list
        .map(
          (each) =>
            `{"name": ${JSON.stringify(each.name)}, "description": ${JSON.stringify(each.description)}, ` +
            `"parameters": ${each.parameters}}`,
        )
        .join(',\n ')}]`,
  );

const host = fc
  .record({
    host: optional(line),
    os: optional(fc.constant('macos')),
    arch: optional(fc.constant('')),
    shell: optional(fc.constant('zsh')),
    provider: optional(line),
    model: optional(line),
    session: optional(fc.constant('main')),
    sudo_non_interactive: optional(fc.boolean()),
    sudo_status: optional(fc.constantFrom('passwordless', 'denied')),
    timezone: optional(fc.constant('Europe/Paris')),
    accept_language: optional(line),
    remote_ip: optional(fc.constant('::1')),
    location: optional(fc.constantFrom('1,2', ''), 1),
  })
  .map(withoutUndefined<unknown>);
const sandbox = fc
  .record({
    enabled: fc.boolean(),
    mode: optional(fc.constant('all')),
    backend: optional(fc.constant('docker')),
    scope: optional(line),
    image: optional(fc.constant('')),
    workspace_mount: optional(fc.constant('ro')),
    network: optional(fc.constantFrom('enabled', 'disabled')),
    session_override: optional(fc.boolean()),
  })
  .map(withoutUndefined<unknown>);
const runtime = fc
  .record({ host: optional(host), sandbox: optional(sandbox) })
  .map(withoutUndefined<unknown>)
  .chain(jsonFile);

const contextNames = ['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md'] as const;

export const workspace: fc.Arbitrary<RandomWorkspace> = fc
  .record({
    'IDENTITY.md': optional(fields(['name', 'emoji', 'creature', 'vibe'], fieldValue)),
    'SOUL.md': optional(fileText),
    'USER.md': optional(
      fields(
        ['name', 'timezone', 'latitude', 'longitude', 'location_updated_at'],
        fc.oneof(number, fieldValue, fc.constantFrom('1767225600', '-1', '+5', '1e3', '9223372036854775808')),
      ),
    ),
    'AGENTS.md': optional(
      fc
        .tuple(
          fc.constantFrom('', '<!-- c -->', '\n<!-- a --><!--b-->\n', '\u0085<!--\n-->\u0085', '<!-- open'),
          fileText,
        )
        .map((parts) => parts.join('')),
    ),
    'TOOLS.md': optional(fileText),
    'tools.json': optional(toolsFile),
    'runtime.json': optional(runtime),
    skills: fc.dictionary(name, fc.tuple(line, optional(line)), { maxKeys: 3 }),
    project: fc.dictionary(
      fc.constantFrom(...contextNames.flatMap((each) => [`p/${each}`, `p/q/${each}`, `/${each}`, `/home/k/${each}`])),
      fileText,
      { maxKeys: 5 },
    ),
    rules: fc.dictionary(name, fileText, { maxKeys: 3 }),
    settings: fc
      .record({
        entry: optional(fc.constantFrom('full', 'minimal', 'simple')),
        nativeTools: optional(fc.boolean()),
        project: optional(fc.constantFrom('p', 'p/q', './p/')),
        worktree: optional(line, 1),
        projectPrompt: optional(prose, 1),
      })
      .map(withoutUndefined<string | boolean>),
    facts,
  })
  .map(({ skills, project, rules, settings, facts: known, ...own }) => ({
    settings,
    facts: known,
    files: withoutUndefined({
      ...own,
      ...Object.fromEntries(
        Object.entries(skills).map(([id, [title, about]]) => [
          `skills/${id}/SKILL.md`,
          [
            `---\nname: ${JSON.stringify(title)}\n`,
            about === undefined ? '' : `description: ${JSON.stringify(about)}\n`,
            '---\nBody\n',
          ].join(''),
        ]),
      ),
      ...project,
      ...Object.fromEntries(Object.entries(rules).map(([id, rule]) => [`p/.claude/rules/${id}.md`, rule])),
      'p/q/keep.txt': '',
    }),
  }));

/** The line parser of IDENTITY.md and USER.md. */
function fieldsOf(file: string | undefined, keys: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const opened = trimStart(file ?? '');
  const start = /^---\r?\n/.exec(opened)?.[0].length;
  const end = start === undefined ? -1 : opened.indexOf('\n---', start);
  if (start === undefined || end === -1) return found;
  for (const each of opened.slice(start, end).split('\n').map(trim)) {
    const colon = each.indexOf(':');
    if (each === '' || each.startsWith('#') || colon === -1) continue;
    const raw = trim(each.slice(colon + 1));
    const quote = raw.charAt(0);
    const value = raw.length >= 2 && (quote === '"' || quote === "'") && raw.endsWith(quote) ? raw.slice(1, -1) : raw;
    const key = trim(each.slice(0, colon));
    if (value !== '' && keys.includes(key)) found.set(key, value);
  }
  return found;
}

/** Reads and prints an `f64`; undefined if it is not one. */
function float(text: string | undefined): string | undefined {
  if (text === undefined || !/^[+-]?(?:inf|infinity|nan|\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)$/i.test(text))
    return undefined;
  if (/nan/i.test(text)) return 'NaN';
  const sign = text.startsWith('-') ? '-' : '';
  const value = /inf/i.test(text) ? Infinity : Math.abs(Number(text));
  if (value === Infinity) return `${sign}inf`;
  if (Number.isInteger(value)) {
    const [digits = '', exponent = '0'] = String(value).split('e+');
    const [whole = '', fraction = ''] = digits.split('.');
    return sign + whole + fraction.padEnd(Number(exponent), '0');
  }
  const [digits = '', exponent] = String(value).split('e-');
  return exponent === undefined
    ? sign + digits
    : `${sign}0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`;
}

function locationOf(user: ReadonlyMap<string, string>, now: string): string | undefined {
  const [latitude, longitude, updated] = [
    float(user.get('latitude')),
    float(user.get('longitude')),
    user.get('location_updated_at') ?? '',
  ];
  if (latitude === undefined || longitude === undefined) return undefined;
  if (!/^[+-]?\d{1,18}$/.test(updated)) return `${latitude},${longitude}`;
  const age = Math.floor(Date.parse(now) / 1000) - Number(updated);
  const said =
    age < 60
      ? 'just now'
      : age < 3600
        ? `${Math.floor(age / 60)}m ago`
        : age < 86_400
          ? `${Math.floor(age / 3600)}h ago`
          : `${Math.floor(age / 86_400)}d ago`;
  return `${latitude},${longitude} (updated ${said})`;
}

const hostKeys = [
  'host',
  'os',
  'arch',
  'shell',
  'provider',
  'model',
  'session',
  'sudo_non_interactive',
  'sudo_status',
  'timezone',
  'accept_language',
  'remote_ip',
  'location',
];
const sandboxKeys = ['enabled', 'mode', 'backend', 'scope', 'image', 'workspace_mount', 'network', 'session_override'];

type Values = Readonly<Record<string, string | boolean | undefined>>;

function runtimeLines(file: string | undefined, location: string | undefined): readonly string[] {
  if (file === undefined) return [];
  const read: { host?: Values; sandbox?: Values } = JSON.parse(file);
  const pairs = (from: Values, keys: readonly string[]): readonly string[] =>
    keys.flatMap((key) => (from[key] === undefined || from[key] === '' ? [] : [`${key}=${String(from[key])}`]));
  const hostPairs = pairs(read.host?.['location'] ? read.host : { ...read.host, location }, hostKeys);
  return [
    ...(hostPairs.length === 0 ? [] : [`Host: ${hostPairs.join(' | ')}`]),
    ...(read.sandbox === undefined ? [] : [`Sandbox(exec): ${pairs(read.sandbox, sandboxKeys).join(' | ')}`]),
  ];
}

/** Removes leading comments, then trims. A comment that never closes removes everything. */
function withoutComments(text: string): string {
  let rest = trimStart(text);
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->');
    if (end === -1) return '';
    rest = trimStart(rest.slice(end + 3));
  }
  return trim(rest);
}

function projectSection({ files, settings, facts: { workspace: root } }: RandomWorkspace): {
  readonly text: string;
  readonly walksRoot: boolean;
} {
  const asked = settings['project'];
  if (typeof asked !== 'string') return { text: '', walksRoot: false };
  const directory = `${root}/${asked.replace(/^\.\//, '').replace(/\/$/, '')}`;
  const at = (path: string): string | undefined =>
    files[path] ?? (path.startsWith(`${root}/`) ? files[path.slice(root.length + 1)] : undefined);
  const folders: string[] = [];
  for (let folder = directory; ; folder = folder.slice(0, folder.lastIndexOf('/')) || '/') {
    folders.unshift(folder === '/' ? '' : folder);
    if (folder === '/') break;
  }
  const walked = folders.flatMap((folder) => contextNames.map((each) => `${folder}/${each}`));
  const rules = sorted(
    Object.keys(files).filter((path) => path.startsWith(`${directory.slice(root.length + 1)}/.claude/rules/`)),
  ).map((path) => `${root}/${path}`);
  const shown = [...walked, ...rules].flatMap((path) => {
    const text = at(path);
    return text === undefined || trim(text) === ''
      ? []
      : [`## ${path.slice(path.lastIndexOf('/') + 1)}\n\n${text}\n\n`];
  });
  const worktree =
    settings['worktree'] === undefined
      ? ''
      : `Working directory (worktree): ${textSetting(settings, 'worktree') ?? ''}\n\n`;
  const prompt =
    (textSetting(settings, 'projectPrompt') ?? '') === '' ? '' : `${textSetting(settings, 'projectPrompt') ?? ''}\n\n`;
  return {
    text:
      `# Project: ${directory.slice(directory.lastIndexOf('/') + 1)}\nDirectory: ` +
      `${directory}\n\n${worktree}${prompt}${shown.join('')}\n`,
    walksRoot: true,
  };
}

/** Pretty-printed, with sorted unique keys; numbers keep their spelling. */
function printed(json: string): string {
  const numbers: string[] = [];
  const marked = json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : `"\uE000${numbers.push(token) - 1}"`,
  );
  const write = (value: unknown, indent: string): string => {
    if (typeof value === 'string')
      return value.startsWith('\uE000') ? (numbers[Number(value.slice(1))] ?? '') : JSON.stringify(value);
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const inner = `${indent}  `;
    const entries = new Map(Object.entries(value));
    const items = Array.isArray(value)
      ? value.map((item) => inner + write(item, inner))
      : sorted([...entries.keys()]).map((key) => `${inner}${JSON.stringify(key)}: ${write(entries.get(key), inner)}`);
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    return items.length === 0 ? `${open}${close}` : `${open}\n${items.join(',\n')}\n${indent}${close}`;
  };
  return write(JSON.parse(marked), '');
}

function toolsOf(
  file: string | undefined,
): readonly { readonly name: string; readonly description: string; readonly parameters: string }[] {
  if (file === undefined || file === '[]') return [];
  const lines = file.slice(1, -1).split(',\n ');
  const tools = lines.map((each) => {
    const { name: title, description }: { name: string; description: string } = JSON.parse(each);
    return { name: title, description, parameters: each.slice(each.lastIndexOf('"parameters": ') + 14, -1) };
  });
  const last = new Map(tools.map((each) => [each.name, each]));
  return sorted([...last.keys()]).flatMap((each) => last.get(each) ?? []);
}

function toolText(tools: ReturnType<typeof toolsOf>, native: boolean): string {
  if (tools.length === 0) return '';
  const short = (description: string): string =>
    [...description].length > 160 ? `${[...description].slice(0, 160).join('')}...` : description;
  const lines = tools.map(
    ({ name, description }) => `- \`${name}\`${description === '' ? '' : `: ${short(description)}`}\n`,
  );
  if (native) return `## Available Tools\n\n${lines.join('')}\n`;
  const blocks = tools.map(({ name, description, parameters }) => {
    const schema = `Parameters:\n\`\`\`json\n${printed(parameters)}\n\`\`\``;
    return `### ${name}\n${description}\n\n${schema}\n\n`;
  });
  return `## Available Tools\n\n${blocks.join('')}## How to call tools\n\n${callingText}\n\n`;
}

export function restate(given: RandomWorkspace): string {
  const {
    files,
    settings,
    facts: { now },
  } = given;
  const entry = settings['entry'] ?? 'full';
  const [isFull, hasTools] = [entry === 'full', entry !== 'minimal'];
  const parts: string[] = [`${hasTools ? introductionText.withTools : introductionText.withoutTools}\n\n`];
  const identity = fieldsOf(files['IDENTITY.md'], ['name', 'emoji', 'creature', 'vibe']);
  const user = fieldsOf(files['USER.md'], ['name', 'timezone', 'latitude', 'longitude', 'location_updated_at']);
  if (entry !== 'simple') {
    const [title, emoji, creature, vibe] = ['name', 'emoji', 'creature', 'vibe'].map((key) => identity.get(key));
    const said = [
      ...(title === undefined ? [] : [`Your name is ${title}${emoji === undefined ? '' : ` ${emoji}`}.`]),
      ...(creature === undefined ? [] : [`You are a ${creature}.`]),
      ...(vibe === undefined ? [] : [`Your vibe: ${vibe}.`]),
    ];
    if (said.length > 0) parts.push(`${said.join(' ')}\n`);
    parts.push(`\n## Soul\n\n${trim(files['SOUL.md'] ?? '') || defaultSoulText}\n`);
    if (user.has('name')) parts.push(`The user's name is ${user.get('name') ?? ''}.\n`);
    parts.push('\n');
  }
  const project = projectSection(given);
  parts.push(project.text);
  if (entry !== 'simple') {
    const lines = runtimeLines(files['runtime.json'], locationOf(user, now));
    if (lines.length > 0)
      parts.push(
        '## Runtime\n\n',
        ...lines.map((each) => `${each}\n`),
        hasTools ? `Execution routing:\n${routingText}\n\n` : '\n',
      );
  }
  const skills = sorted(Object.keys(files).flatMap((path) => /^skills\/([^/]+)\/SKILL\.md$/.exec(path)?.[1] ?? []));
  if (isFull && skills.length > 0) {
    const shown = skills.map((id) => {
      const lines = (files[`skills/${id}/SKILL.md`] ?? '').split('\n');
      const value = (key: string): string =>
        JSON.parse(lines.find((each) => each.startsWith(`${key}: `))?.slice(key.length + 2) ?? '""');
      return `<skill name="${value('name')}" source="skill" path="/skills/${id}">\n${value('description')}\n</skill>\n`;
    });
    parts.push(`## Available Skills\n<available_skills>\n${shown.join('')}</available_skills>\n\n`);
  }
  if (entry !== 'simple') {
    const agents = withoutComments(files['AGENTS.md'] ?? '');
    const isContext = project.walksRoot && trim(files['AGENTS.md'] ?? '') !== '';
    const shown = [
      ...(agents === '' || isContext ? [] : [`### AGENTS.md (workspace)\n\n${agents}\n\n`]),
      ...['TOOLS.md'].flatMap((file) =>
        withoutComments(files[file] ?? '') === ''
          ? []
          : [`### ${file} (workspace)\n\n${withoutComments(files[file] ?? '')}\n\n`],
      ),
    ];
    if (shown.length > 0) parts.push(`## Workspace Files\n\n${shown.join('')}`);
  }
  const tools = hasTools ? toolsOf(files['tools.json']) : [];
  if (tools.some((each) => each.name === 'memory_search')) parts.push(`## Long-Term Memory\n\n${memoryText}\n\n`);
  parts.push(toolText(tools, settings['nativeTools'] !== false));
  parts.push(
    hasTools
      ? `## Guidelines\n\n${guidelinesText.withTools}\n\n## Silent Replies\n\n${silentText}\n`
      : `## Guidelines\n\n${guidelinesText.withoutTools}\n`,
  );
  return parts.join('');
}
