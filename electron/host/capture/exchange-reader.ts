/** Reads the requests of a session into documents. Those of one conversation share what they have in common. */
import { sourceId } from '../../../shared/document/builders';
import type { PromptDocument } from '../../../shared/document/types';
import { SessionReader } from '../../../shared/requests/log/session-reader';
import { readRequests } from '../../../shared/requests/requests';
import type { Exchange } from '../../../shared/sessions/types';
import { childOf } from '../disk/paths';
import { bodyText } from './reported';

export interface ExchangeReader {
  /** Undefined for what is not a request to a model, and for a body that cannot be read. */
  document(exchange: Exchange): PromptDocument | undefined;
}

export function createExchangeReader(session: string): ExchangeReader {
  const readers = new Map<string, SessionReader>();
  return {
    document({ request, at, address, thread, number }) {
      const text = bodyText(session, request.file);
      if (text === undefined || request.file === null) return undefined;
      const source = { id: sourceId(request.file), path: childOf(session, request.file) };
      const name = thread?.id ?? '';
      const reader = readers.get(name) ?? new SessionReader(source);
      readers.set(name, reader);
      const around = { at, ...(address === null ? {} : { address }) };
      const read = reader.read({ text, start: 0, label: String(number), source }, around);
      if (read.kind === 'request') return read.request.document;
      const [first] = readRequests({ ...source, as: 'session', text }).requests;
      return first?.document;
    },
  };
}
