/**
 * Reads the requests of a session in order. Each mostly repeats the one before, so repeated parts are neither parsed
 * nor built again. The documents share nodes, and memory grows only with new text.
 */
import { knownJson } from '../../document/json-text';
import type { Parameter, PromptDocument } from '../../document/types';
import type { ConfigNode } from '../../sources/config/config-node';
import type { SourceFile } from '../../sources/types';
import { plainBody, type Body } from '../body';
import { formOf } from '../form';
import { addressIn, bodyIn } from '../record';
import { toDocument, type ReadDocument } from '../document/to-document';
import { detached } from './detached';
import { RecordReader, type Before, type SessionRecord } from './record-reader';

export type { SessionRecord } from './record-reader';

export interface SessionRequest extends ReadDocument {
  readonly body: Body;
  /** The whole record, for the metadata around the body. Reused parts are null in it. */
  readonly record: ConfigNode;
}

export type SessionRead =
  | { readonly kind: 'request'; readonly request: SessionRequest }
  /** Valid JSON that is not a request. */
  | { readonly kind: 'other'; readonly record: ConfigNode }
  | { readonly kind: 'broken' };

export class SessionReader {
  readonly #source: Pick<SourceFile, 'id' | 'path'>;
  #before: Before | undefined;
  #parameters: readonly Parameter[] = [];

  constructor(source: Pick<SourceFile, 'id' | 'path'>) {
    this.#source = source;
  }

  /** Short texts of a record are slices of it in memory, and would keep all of it. */
  #alone(document: PromptDocument): PromptDocument {
    this.#parameters = document.parameters.map(({ name, value }, index) => {
      const before = this.#parameters[index];
      return before?.name === name && before.value === value
        ? before
        : { name: detached(name), value: knownJson(detached(value)) };
    });
    const { sent } = document;
    const copy = (text: string | null): string | null => (text === null ? null : detached(text));
    return {
      ...document,
      parameters: this.#parameters,
      ...(sent === undefined
        ? {}
        : { sent: { ...sent, model: copy(sent.model), at: copy(sent.at), address: copy(sent.address) } }),
    };
  }

  read(record: SessionRecord, around: Partial<Pick<Body, 'at' | 'address' | 'model' | 'rebuilt'>> = {}): SessionRead {
    const source: SourceFile = { ...(record.source ?? this.#source), as: 'session', text: record.text };
    const reading = new RecordReader(source, record, this.#before);
    const root = reading.scan();
    if (root === undefined) return { kind: 'broken' };
    const found = bodyIn(root);
    if (found === undefined) return { kind: 'other', record: root };
    const address = addressIn(root);
    const body: Body = {
      ...plainBody(source, found.node, record.label),
      ...(address === undefined ? {} : { address }),
      ...around,
    };
    const form = reading.hasReused ? this.#before?.form : formOf(body);
    if (form === undefined) return { kind: 'other', record: root };
    const path = found.path.join('/');
    const read = toDocument(body, form, reading.sharing(form, found.node, found.path));
    const document = this.#alone(read.document);
    this.#before = reading.kept(form, path);
    return { kind: 'request', request: { ...read, document, body, record: root } };
  }
}
