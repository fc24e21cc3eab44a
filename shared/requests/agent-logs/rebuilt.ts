/** A rebuilt request as a body with its places in the log, and what there is to say about it. */
import { grouped } from '../../basics/grouped';
import type { SourceId } from '../../document/types';
import { finding, placeOf, type Finding } from '../../sources/findings';
import type { SourceFile } from '../../sources/types';
import { wrappedBody, type Body } from '../body';
import { logNames, type AgentLogReader } from './agent-log-reader';
import { piecesRope, piecesText } from './pieces';
import type { RebuiltRequest } from './types';

export function rebuiltLabel({ thread }: RebuiltRequest, number: number): string {
  return thread === undefined ? `#${number}` : `#${number} subagent`;
}

/** What is known beside the body. */
export function rebuiltAround({
  agent,
  at,
  model,
  notRecorded,
}: RebuiltRequest): Pick<Body, 'at' | 'model' | 'rebuilt'> {
  return { at, model, rebuilt: { from: logNames[agent], notRecorded } };
}

export function rebuiltResponse({ response }: RebuiltRequest): unknown {
  const pieces = response();
  return pieces === undefined ? undefined : JSON.parse(piecesText(pieces));
}

/** Parsed when it is asked for: a long session has hundreds of requests, and one of them is shown. */
export function rebuiltBody(source: SourceFile, request: RebuiltRequest, number: number): Body {
  let made: Body | undefined;
  const label = rebuiltLabel(request, number);
  const body = (): Body => {
    made ??= wrappedBody(source, piecesRope(source.id, request.body()), label).body;
    if (made === undefined) throw new Error(`the rebuilt request ${number} is not JSON`);
    return made;
  };
  return {
    ...rebuiltAround(request),
    source,
    label,
    get root() {
      return body().root;
    },
    get wrapped() {
      return body().wrapped;
    },
    get response() {
      return rebuiltResponse(request);
    },
  };
}

/** One finding for the log. */
export function aboutRebuilt({ agent, lines }: AgentLogReader, requests: number, source: SourceId): readonly Finding[] {
  if (agent === undefined || requests === 0) return [];
  const count = requests === 1 ? '1 request is' : `${grouped(requests)} requests are`;
  const unit = agent === 'gemini-telemetry' ? 'records' : 'lines';
  return [
    finding(
      'info',
      'request-rebuilt',
      `${count} rebuilt from the ${grouped(lines)} ${unit} of a ${logNames[agent]}`,
      placeOf(source),
      {
        note:
          'The log does not hold all that was sent. The section list names what is missing. Without ' +
          'cache breakpoints no read can be predicted.',
      },
    ),
  ];
}
