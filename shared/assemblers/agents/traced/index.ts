/** Any agent's request on a folder: what stands in files follows them, the rest stays as it was sent. */
import { nodeId, section, sourceId, text } from '../../../document/builders';
import type { Origin, PromptDocument, PromptNode } from '../../../document/types';
import { modelOfAddress } from '../../../requests/address';
import { finding, placeOf, type Finding } from '../../../sources/findings';
import { changedRope, fileRope } from '../../../sources/text/rope';
import type { SourceFile, SourceRequest } from '../../../sources/types';
import type { Architecture, Assembled } from '../../types';
import { framedDocument, type Framed } from '../frame/document';
import { parseObject, textAt } from '../frame/json';
import { followStretches, type Followed } from './follow';
import type { TracedRequest, TracedStretch } from './types';

export const tracedId = 'traced';

/** An architecture for one request and one folder: it is in no registry. */
export function tracedArchitecture(request: TracedRequest): Architecture {
  const requests: readonly SourceRequest[] = request.files.map(({ path }) => ({
    kind: 'file',
    as: path,
    root: 'workspace',
    path,
  }));
  return {
    id: tracedId,
    title: 'Traced request',
    variants: ['turn'],
    detect: { anyOf: [] },
    settings: [],
    hasOwnModel: true,
    requests: () => requests,
    assemble: ({ sources }) => assembleTraced(request, sources.files),
    modelOf() {
      const { body, address } = request.frame;
      const named = textAt(parseObject(body), ['model']);
      return named === '' ? modelOfAddress(address ?? '') : named;
    },
  };
}

const framed: Framed = {
  id: tracedId,
  title: 'Traced request',
  program: '',
  layout: [],
  frame: { names: { traced: 'the agent’s own', end: 'the agent’s own' } },
  keepsConversation: true,
};

const nothing: PromptDocument = {
  irVersion: 2,
  architecture: tracedId,
  variant: 'turn',
  parameters: [],
  tools: [],
  messages: [],
  breakpoints: [],
  aside: [],
};

/** `present`: the files as they are now. */
export function assembleTraced(request: TracedRequest, present: readonly SourceFile[]): Assembled {
  const { frame, files } = request;
  const own: Origin = { kind: 'learned', agent: frame.agent, version: frame.version, session: frame.session };
  const findings: Finding[] = request.notes.map((note) => finding('info', 'trace-note', note));
  const nodes = new Map<string, PromptNode>();
  for (const before of files) {
    const stretches = request.stretches.filter(({ path }) => path === before.path);
    const now = present.find(({ as }) => as === before.path);
    const followed = now === undefined ? undefined : followStretches(stretches, before.text, now.text);
    for (const [index, stretch] of stretches.entries()) {
      const at = followed?.[index] ?? 'lost';
      const made = now === undefined || at === 'lost' ? undefined : fromFile(stretch, now, at);
      const asSent = before.text.slice(stretch.span.start, stretch.span.end) + stretch.dots;
      nodes.set(stretch.piece, made ?? named(stretch, [text(asSent, own)]));
    }
    findings.push(...findingsOf(before.path, stretches, followed));
  }
  const reading = {
    stretches: [{ key: 'traced', nodes: [...nodes.values()] }],
    loads: [],
    findings: [],
  };
  const built = framedDocument(framed, frame, reading, undefined);
  return {
    document: built?.document ?? nothing,
    findings,
    controls: [],
    usable: built !== undefined,
    panels: {
      traced: {
        name: request.name,
        folder: frame.folder,
        matched: request.matched,
        total: request.total,
        files: files.map(({ path }) => path),
      },
    },
  };
}

function named({ piece, path }: TracedStretch, nodes: readonly PromptNode[]): PromptNode {
  return section(nodeId(piece), path, 'L1', nodes);
}

function fromFile(stretch: TracedStretch, file: SourceFile, { span }: Exclude<Followed, 'lost'>): PromptNode {
  const { start, end } = span;
  const rope =
    stretch.dots === ''
      ? fileRope(file, start, end)
      : changedRope(file.id, start, end, file.text.slice(start, end) + stretch.dots, 'truncated');
  return named(stretch, rope);
}

function findingsOf(
  path: string,
  stretches: readonly TracedStretch[],
  followed: readonly Followed[] | undefined,
): readonly Finding[] {
  const warn = (ruleId: string, message: string): Finding =>
    finding('warning', ruleId, message, followed === undefined ? undefined : placeOf(sourceId(path)));
  if (followed === undefined)
    return [warn('trace-gone', `${path} cannot be read now: the text that it gave stays as it was sent`)];
  const has = (is: (at: Followed, stretch: TracedStretch) => boolean): boolean =>
    followed.some((at, index) => {
      const stretch = stretches[index];
      return stretch !== undefined && is(at, stretch);
    });
  return [
    ...(has((at) => at === 'lost')
      ? [warn('trace-lost', `${path} changed too much to be followed: a part of it stays as it was sent`)]
      : []),
    ...(has((at) => at !== 'lost' && at.crosses)
      ? [
          warn(
            'trace-edge',
            `An edit of ${path} crosses the edge of what was sent of it: what the agent would send there is not known`,
          ),
        ]
      : []),
    ...(has((at, { dots }) => at !== 'lost' && at.isChanged && dots !== '')
      ? [warn('trace-shortened', `How the agent shortens text of ${path} is not known: only the change is shown`)]
      : []),
  ];
}
