import { configAt, configValue, type ConfigNode } from '../../sources/config/config-node';
import { finding, placeOf, type Finding } from '../../sources/findings';
import { parseJson } from '../../sources/config/json';
import { parseJsonLines } from '../../sources/config/json-lines';
import type { SourceFile } from '../../sources/types';
import { itemsAt, plainBody, stringIn, textAt, wrappedBody, type Body } from './body';
import { curlBody } from './curl';

export interface Bodies {
  readonly bodies: readonly Body[];
  readonly findings: readonly Finding[];
}

/**
 * Every request in a file: a body, a list of them, one a line, a HAR, or a cURL command. What cannot be read is a
 * finding.
 */
export function readBodies(source: SourceFile): Bodies {
  const text = source.text.trimStart();
  if (text === '')
    return {
      bodies: [],
      findings: [
        finding(
          'error',
          'request-empty',
          'The file is empty: a request body, a cURL command, a HAR or JSON lines were expected',
          placeOf(source.id),
        ),
      ],
    };
  if (/^(?:\$ )?curl(?:\.exe)?\s/.test(text)) return curlBody(source);
  if (isJsonLines(source)) return fromLines(source);
  const { root, findings } = parseJson(source, 'request-syntax');
  if (root === undefined) return { bodies: [], findings };
  const entries = itemsAt(root, 'log', 'entries');
  if (configAt(root, ['log', 'entries'])?.kind === 'array') return fromHar(source, root, entries, findings);
  if (root.kind === 'array' && root.items.some(looksLikeBody)) {
    return { bodies: root.items.flatMap((item, index) => fromRecord(source, item, `#${index + 1}`)), findings };
  }
  return { bodies: fromRecord(source, root, source.path.slice(source.path.lastIndexOf('/') + 1)), findings };
}

/** Two or more lines that each are an object; a pretty-printed body has none on its first line. */
function isJsonLines(source: SourceFile): boolean {
  if (/\.(?:jsonl|ndjson)$/i.test(source.path)) return true;
  const [first = '', second = ''] = firstLines(source.text, 2);
  return first.startsWith('{') && first.endsWith('}') && second.startsWith('{');
}

/** Those that are not blank, trimmed. */
function firstLines(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length && lines.length < most;) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(at, end).trim();
    if (line !== '') lines.push(line);
    at = end + 1;
  }
  return lines;
}

function fromLines(source: SourceFile): Bodies {
  const lines = parseJsonLines(source, 'request-syntax');
  return {
    bodies: lines.flatMap(({ root, line, findings }) =>
      root === undefined || (findings.length > 0 && !looksLikeBody(root))
        ? []
        : sentAt(fromRecord(source, root, `line ${line + 1}`), root),
    ),
    findings: lines.flatMap(({ findings }) => findings),
  };
}

/** Logs name the time in many ways; only one that can be read as such counts. */
function sentAt(bodies: readonly Body[], node: ConfigNode): readonly Body[] {
  const at = ['timestamp', 'time', 'ts', 'at', 'startedDateTime', 'created_at']
    .flatMap((key) => textAt(node, key) ?? [])
    .find((text) => !Number.isNaN(Date.parse(text)));
  return at === undefined ? bodies : bodies.map((body) => ({ ...body, at }));
}

/**
 * A log may wrap the body: `{request, response}`, `{request: {body}, response}` or batch files' `{custom_id, params |
 * body}`.
 */
function fromRecord(source: SourceFile, node: ConfigNode, label: string): readonly Body[] {
  if (node.kind === 'array') return [plainBody(source, node, label)];
  const response = configAt(node, ['response']);
  const answer = response === undefined ? undefined : configValue(response);
  for (const path of [['request', 'body'], ['request'], ['params'], ['body']]) {
    const inner = configAt(node, path);
    if (inner !== undefined && looksLikeBody(inner))
      return [plainBody(source, inner, textAt(node, 'custom_id') ?? label, answer)];
    if (inner?.kind === 'string' && inner.value.trimStart().startsWith('{')) {
      const { body } = wrappedBody(source, inner.rope, label, answer);
      if (body !== undefined) return [body];
    }
  }
  return [plainBody(source, node, label, answer)];
}

function looksLikeBody(node: ConfigNode): boolean {
  return (
    node.kind === 'object' &&
    node.entries.some(
      ({ key }) =>
        key === 'messages' || key === 'input' || key === 'contents' || key === 'instructions' || key === 'system',
    )
  );
}

function fromHar(
  source: SourceFile,
  root: ConfigNode,
  entries: readonly ConfigNode[],
  syntax: readonly Finding[],
): Bodies {
  const findings: Finding[] = [...syntax];
  const bodies: Body[] = [];
  const holder = plainBody(source, root, '');
  let others = 0;
  for (const [index, entry] of entries.entries()) {
    if (textAt(entry, 'request', 'method') !== 'POST') {
      others += 1;
      continue;
    }
    const posted = configAt(entry, ['request', 'postData', 'text']);
    const label = `#${index + 1} ${hostOf(textAt(entry, 'request', 'url'))}`;
    if (posted?.kind !== 'string' || posted.value === '') {
      findings.push(
        finding('info', 'request-no-body', `Entry ${index + 1} has no body; export the HAR with content`, {
          source: source.id,
          span: entry.span,
        }),
      );
      continue;
    }
    const read = wrappedBody(
      source,
      stringIn(holder, posted),
      label,
      parsedOrUndefined(textAt(entry, 'response', 'content', 'text')),
    );
    if (read.body !== undefined && looksLikeBody(read.body.root)) bodies.push(...sentAt([read.body], entry));
    else if (read.body === undefined) findings.push(...read.findings);
    else others += 1;
  }
  if (others > 0)
    findings.push(
      finding(
        'info',
        'request-others',
        `${others} of the ${entries.length} entries of the HAR are no requests to a model and are left out`,
        placeOf(source.id),
      ),
    );
  if (bodies.length === 0)
    findings.push(finding('error', 'request-none', 'The HAR holds no request to a model', placeOf(source.id)));
  return { bodies, findings };
}

function hostOf(url: string | undefined): string {
  return /^https?:\/\/([^/?#]+)/.exec(url ?? '')?.[1] ?? '';
}

function parsedOrUndefined(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
