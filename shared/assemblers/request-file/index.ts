/** Shows requests that were really sent: a body, a cURL command, a HAR or JSON lines. */
import type { PromptDocument } from '../../document/types';
import { finding, type Finding } from '../../sources/findings';
import { fileAs, filesAs } from '../../sources/lookup';
import { baseName } from '../../sources/paths';
import { control, numberSetting, textSetting } from '../settings';
import type { SourceFile, Sources } from '../../sources/types';
import type { Architecture, AssembleInput, Assembled } from '../types';
import { formOf } from '../../requests/form';
import { holdsRequests } from '../../requests/recognise';
import { bodiesOf } from '../../requests/requests';
import { modelOf, toDocument } from '../../requests/to-document';
import { grouped } from '../../document/grouped';

const patterns = '*.{request.json,requests.json,requests.jsonl,har,curl}';
/** A file with such a name is read as requests, whatever it holds. */
const named = /\.(?:requests?\.json|requests\.jsonl|har|curl)$/;
/** Requests have no fixed file name, so these files are recognised by content. */
const candidates = '*.{json,jsonl,ndjson,har,curl,log,txt,sh}';

export const requestFile: Architecture = {
  id: 'request',
  title: 'Request file',
  variants: ['anthropic', 'openai-chat', 'openai-responses', 'gemini', 'bedrock', 'messages'],
  detect: { anyOf: [patterns], content: { pattern: candidates, holds: holdsRequests } },
  settings: [
    { name: 'file', label: 'File', kind: 'choice', help: 'The request file; the first by name unless set.' },
    {
      name: 'index',
      label: 'Request',
      kind: 'number',
      default: 1,
      help: 'Which request of a file that holds several, from 1.',
    },
  ],
  requests(input) {
    const file = textSetting(input.settings, 'file');
    return [
      ...(file === undefined
        ? []
        : [{ kind: 'file' as const, as: 'chosen', root: 'workspace' as const, path: file, redact: true as const }]),
      { kind: 'glob', as: 'files', root: 'workspace', pattern: candidates, redact: true },
    ];
  },
  assemble,
  modelOf(input) {
    const source = chosenFile(input);
    const body =
      source === undefined ? undefined : bodiesOf(source).bodies[(numberSetting(input.settings, 'index') ?? 1) - 1];
    return body === undefined ? undefined : modelOf(body);
  },
};

function chosenFile({ settings, sources }: AssembleInput): SourceFile | undefined {
  return textSetting(settings, 'file') === undefined ? requestFiles(sources)[0] : fileAs(sources, 'chosen');
}

function requestFiles(sources: Sources): readonly SourceFile[] {
  return filesAs(sources, 'files').filter(({ path, text }) => named.test(path) || holdsRequests(text));
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
  const files = requestFiles(sources);
  const source = chosenFile(input);
  const choices = files.map(({ path }) => ({ value: baseName(path), label: baseName(path) }));
  const index = numberSetting(settings, 'index') ?? 1;
  const controlsFor = (labels: readonly string[]) => [
    control(settings, 'file', source === undefined ? (wanted ?? '') : (wanted ?? baseName(source.path)), { choices }),
    control(settings, 'index', index, {
      choices: labels.map((label, at) => ({ value: String(at + 1), label: `${at + 1} ${label}` })),
    }),
  ];
  if (source === undefined) {
    const text = wanted === undefined ? 'There is no request file in this folder' : `There is no file "${wanted}"`;
    return {
      document: empty,
      findings: [finding('error', 'unknown-file', text)],
      controls: controlsFor([]),
      usable: false,
    };
  }
  const { bodies, findings } = bodiesOf(source);
  const body = bodies[index - 1];
  const controls = controlsFor(bodies.map(({ label }) => label));
  if (body === undefined) {
    const problems: readonly Finding[] =
      bodies.length === 0
        ? findings
        : [
            ...findings,
            finding(
              'error',
              'unknown-request',
              `There is no request ${grouped(index)}; the file has ${grouped(bodies.length)}`,
            ),
          ];
    return { document: empty, findings: problems, controls, usable: false };
  }
  const form = formOf(body);
  if (form === undefined) {
    const what = 'This is no request to a model: looked for messages, input, contents or system';
    return {
      document: empty,
      findings: [
        ...findings,
        finding('error', 'unknown-request-form', what, { source: source.id, span: body.root.span }),
      ],
      controls,
      usable: false,
    };
  }
  const read = toDocument(body, form);
  return { document: read.document, findings: [...findings, ...read.findings], controls, usable: true };
}
