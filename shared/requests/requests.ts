import { memoByIdentity } from '../basics/memo';
import type { PromptDocument } from '../document/types';
import { finding, type Finding } from '../sources/findings';
import type { SourceFile } from '../sources/types';
import { readBodies } from './bodies';
import { bodyText } from './body';
import { failureOf } from './response/failure';
import { formOf } from './form';
import type { AloneBody } from './log/log-reader';
import { toDocument } from './document/to-document';

export interface ReadRequest {
  readonly label: string;
  readonly model: string | undefined;
  readonly document: PromptDocument;
  /** The provider's response, if the file has it. */
  readonly response: unknown;
  /** `529 overloaded`, if it was not answered. */
  readonly failed: string | undefined;
  /** When it was sent, in ISO 8601, if the file says so. */
  readonly at: string | undefined;
  /** The body alone. */
  readonly alone: () => AloneBody;
}

export const bodiesOf = memoByIdentity(readBodies);

/** Reads every request of a file, in order; anything else becomes a finding. */
export function readRequests(source: SourceFile): {
  readonly requests: readonly ReadRequest[];
  readonly findings: readonly Finding[];
} {
  const { bodies, findings } = bodiesOf(source);
  const problems: Finding[] = [...findings];
  const requests = bodies.flatMap((body): readonly ReadRequest[] => {
    const form = formOf(body);
    if (form === undefined) {
      problems.push(
        finding('warning', 'unknown-request-form', `${body.label} is not a request to a model and is left out`, {
          source: source.id,
          span: body.root.span,
        }),
      );
      return [];
    }
    const { document, findings: inside } = toDocument(body, form);
    problems.push(...inside);
    const model = document.sent?.model ?? undefined;
    const { at, address, rebuilt } = body;
    const alone = (): AloneBody => ({ text: bodyText(body), around: { at, address, model: body.model, rebuilt } });
    const failed = failureOf(body.response, body.status);
    return [{ label: body.label, model, document, response: body.response, failed, at, alone }];
  });
  return { requests, findings: problems };
}
