import { sourceId } from '../../shared/document/builders';
import type { PromptDocument } from '../../shared/document/types';
import { readRequests } from '../../shared/requests/requests';

/** The document of one request body. */
export function requestDocument(body: string): PromptDocument {
  const source = { id: sourceId('a.json'), path: '/w/a.json', as: 'request', text: body };
  const [request] = readRequests(source).requests;
  if (request === undefined) throw new Error('no request');
  return request.document;
}
