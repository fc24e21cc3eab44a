/** Shows requests that were really sent: a body, a cURL command, a HAR, JSON lines, or a folder of such files. */
import type { PromptDocument } from '../../document/types';
import { finding, type Finding } from '../../sources/findings';
import { fileAs, headsAs } from '../../sources/lookup';
import { memoByIdentity } from '../../basics/memo';
import { baseName } from '../../sources/paths';
import { control, numberSetting, textSetting } from '../settings';
import type { SourceRequest, Sources } from '../../sources/types';
import type { Architecture, AssembleInput, Assembled } from '../types';
import type { Body } from '../../requests/body';
import { requestFolder, type FolderExchange, type RequestFolder } from '../../requests/folder';
import { formOf } from '../../requests/form';
import { bodiesOf } from '../../requests/requests';
import { modelOf, toDocument } from '../../requests/document/to-document';
import { grouped } from '../../basics/grouped';

const patterns = '*.{request.json,requests.json,requests.jsonl,har,curl}';
/** A file with such a name is read as requests, whatever it holds. */
const named = /\.(?:requests?\.json|requests\.jsonl|har|curl)$/;
/** Requests have no fixed file name, so these files are recognised by content. */
const candidates = '*.{json,jsonl,ndjson,har,curl,log,txt,sh,sse}';

const headsRequest: SourceRequest = {
  kind: 'glob',
  as: 'heads',
  root: 'workspace',
  pattern: candidates,
  redact: true,
  heads: true,
};

export const requestFile: Architecture = {
  id: 'request',
  title: 'Request file',
  variants: ['anthropic', 'openai-chat', 'openai-responses', 'gemini', 'bedrock', 'messages'],
  detect: { anyOf: [patterns], content: { pattern: candidates, holds: ['request', 'log'] } },
  settings: [
    {
      name: 'file',
      label: 'File',
      kind: 'choice',
      help: 'The request file; unless set, all files that hold one request each, or else the first log by name.',
    },
    {
      name: 'index',
      label: 'Request',
      kind: 'number',
      default: 1,
      help: 'Which request of the file or folder, from 1.',
    },
  ],
  requests(input) {
    const file = chosenName(input);
    return [
      ...(file === undefined
        ? []
        : [
            {
              kind: 'file' as const,
              as: 'chosen',
              root: 'workspace' as const,
              path: file,
              redact: true as const,
              ...(exchangesIn(input) === undefined ? { request: indexOf(input) } : {}),
            },
          ]),
      headsRequest,
    ];
  },
  assemble,
  modelOf(input) {
    const body = chosenBody(input).body;
    return body === undefined ? undefined : modelOf(body);
  },
  formOf(input) {
    const { body } = chosenBody(input);
    return body === undefined ? undefined : formOf(body);
  },
};

/** What the folder holds. Its files are looked at only once for the same heads. */
function folderOf(sources: Sources): RequestFolder {
  return sources.heads === undefined ? { exchanges: [], logs: [], strays: [] } : folderOfHeads(sources.heads);
}

const folderOfHeads = memoByIdentity((heads: NonNullable<Sources['heads']>): RequestFolder =>
  requestFolder(
    headsAs({ files: [], blobs: [], missing: [], heads }, 'heads').map((head) => {
      const name = baseName(head.path);
      return { ...head, name, holds: head.holds === 'none' && named.test(name) ? 'log' : head.holds };
    }),
  ),
);

/** Undefined if a file was chosen, or if the folder has no more than one request file. */
function exchangesIn({ settings, sources }: AssembleInput): readonly FolderExchange[] | undefined {
  if (textSetting(settings, 'file') !== undefined) return undefined;
  const { exchanges } = folderOf(sources);
  return exchanges.length > 1 ? exchanges : undefined;
}

function indexOf({ settings }: AssembleInput): number {
  return numberSetting(settings, 'index') ?? 1;
}

/** The name of the file to show. */
function chosenName(input: AssembleInput): string | undefined {
  const all = exchangesIn(input);
  if (all !== undefined) return all[indexOf(input) - 1]?.request;
  const { exchanges, logs } = folderOf(input.sources);
  return textSetting(input.settings, 'file') ?? exchanges[0]?.request ?? logs[0];
}

interface Chosen {
  readonly body: Body | undefined;
  readonly labels: readonly string[];
  readonly findings: readonly Finding[];
}

function chosenBody(input: AssembleInput): Chosen {
  const source = fileAs(input.sources, 'chosen');
  if (source === undefined) return { body: undefined, labels: [], findings: [] };
  const { part } = source;
  if (part !== undefined && indexOf(input) > part.labels.length)
    return { body: undefined, labels: part.labels, findings: [] };
  const { bodies, findings } = bodiesOf(source);
  if (part !== undefined) {
    const [only] = bodies;
    const label = part.labels[indexOf(input) - 1] ?? '';
    return { body: only && { ...only, ...part.around, label }, labels: part.labels, findings };
  }
  const all = exchangesIn(input);
  if (all === undefined) {
    return { body: bodies[indexOf(input) - 1], labels: bodies.map(({ label }) => label), findings };
  }
  const exchange = all[indexOf(input) - 1];
  const [body] = bodies;
  const around = { ...(exchange?.at === undefined ? {} : { at: exchange.at }), ...addressOf(exchange) };
  return {
    body: body === undefined ? undefined : { ...body, ...around, label: exchange?.label ?? body.label },
    labels: all.map(({ label }) => label),
    findings,
  };
}

function addressOf(exchange: FolderExchange | undefined): Pick<Body, 'address'> {
  return exchange?.address === undefined ? {} : { address: exchange.address };
}

const empty: PromptDocument = {
  irVersion: 2,
  architecture: 'request',
  variant: 'none',
  parameters: [],
  tools: [],
  messages: [],
  breakpoints: [],
  aside: [],
};

function assemble(input: AssembleInput): Assembled {
  const { settings, sources } = input;
  const wanted = textSetting(settings, 'file');
  const { exchanges, logs } = folderOf(sources);
  const all = exchangesIn(input);
  const source = fileAs(sources, 'chosen');
  const everything =
    exchanges.length > 1 ? [{ value: '', label: `All files (${grouped(exchanges.length)} requests)` }] : [];
  const choices = [
    ...everything,
    ...[...exchanges.map(({ request }) => request), ...logs].map((name) => ({ value: name, label: name })),
  ];
  const index = indexOf(input);
  const shown = all !== undefined ? '' : (wanted ?? (source === undefined ? '' : baseName(source.path)));
  const { body, labels, findings } = chosenBody(input);
  const controls = [
    control(settings, 'file', shown, { choices }),
    control(settings, 'index', index, {
      choices: labels.map((label, at) => ({ value: String(at + 1), label: `${at + 1} ${label}` })),
    }),
  ];
  const nothing = (...problems: readonly Finding[]): Assembled => ({
    document: empty,
    findings: problems,
    controls,
    usable: false,
  });
  const count = all?.length ?? labels.length;
  const noSuch = finding(
    'error',
    'unknown-request',
    `There is no request ${grouped(index)}; the ${all === undefined ? 'file' : 'folder'} has ${grouped(count)}`,
  );
  if (source === undefined && all !== undefined) return nothing(noSuch);
  if (source === undefined) {
    const text = wanted === undefined ? 'There is no request file in this folder' : `There is no file "${wanted}"`;
    return nothing(finding('error', 'unknown-file', text));
  }
  if (body === undefined) return nothing(...findings, ...(labels.length === 0 || all !== undefined ? [] : [noSuch]));
  const form = formOf(body);
  if (form === undefined) {
    const what = 'This is not a request to a model: looked for messages, input, contents or system';
    return nothing(
      ...findings,
      finding('error', 'unknown-request-form', what, { source: source.id, span: body.root.span }),
    );
  }
  const read = toDocument(body, form);
  return { document: read.document, findings: [...findings, ...read.findings], controls, usable: true };
}
