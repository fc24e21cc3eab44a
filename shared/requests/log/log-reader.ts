/** Reads a log of requests as its text arrives. Records that are not requests are counted and reported once. */
import type { PromptDocument } from '../../document/types';
import { finding, placeOf, type Finding } from '../../sources/findings';
import type { SourceFile } from '../../sources/types';
import { addressIn, responseIn, timeIn, wrappedNode } from '../record';
import { RecordSplitter, type TextRecord } from './record-splitter';
import { SessionReader, type SessionRead } from './session-reader';

export interface LogRequest {
  readonly label: string;
  readonly document: PromptDocument;
  /** The provider's response, if the log has it. */
  readonly response: unknown;
  /** When it was sent, in ISO 8601, if the log says so. */
  readonly at: string | undefined;
  /** Offset of its record in the log, in characters. */
  readonly start: number;
  readonly length: number;
}

export interface ReadLog {
  readonly requests: readonly LogRequest[];
  readonly findings: readonly Finding[];
}

/** Maximum requests per log. A day of work has some hundreds. */
const mostRequests = 20_000;

export class LogReader {
  readonly #source: Pick<SourceFile, 'id' | 'path'>;
  readonly #splitter = new RecordSplitter();
  readonly #session: SessionReader;
  readonly #requests: LogRequest[] = [];
  readonly #findings: Finding[] = [];
  #records = 0;
  #others = 0;
  #broken: TextRecord[] = [];
  #beyond = 0;

  constructor(source: Pick<SourceFile, 'id' | 'path'>) {
    this.#source = source;
    this.#session = new SessionReader(source);
  }

  push(chunk: string): void {
    for (const record of this.#splitter.push(chunk)) this.#take(record);
  }

  end(): ReadLog {
    for (const record of this.#splitter.end()) this.#take(record);
    return { requests: this.#requests, findings: [...this.#findings, ...this.#summary()] };
  }

  #take(record: TextRecord): void {
    this.#records += 1;
    if (this.#requests.length >= mostRequests) {
      this.#beyond += 1;
      return;
    }
    const label = `#${this.#requests.length + 1}`;
    const read = this.#read(record, label);
    if (read.kind === 'broken') this.#broken.push({ text: '', start: record.start });
    if (read.kind === 'other') this.#others += 1;
    if (read.kind !== 'request') return;
    const { document, findings, record: root } = read.request;
    const at = timeIn(root);
    this.#findings.push(...(this.#requests.length === 0 ? findings : []));
    this.#requests.push({
      label,
      document:
        document.sent === undefined || at === undefined ? document : { ...document, sent: { ...document.sent, at } },
      response: responseIn(root),
      at,
      start: record.start,
      length: record.text.length,
    });
  }

  /** Some logs store the body as a string of JSON. */
  #read(record: TextRecord, label: string): SessionRead {
    const read = this.#session.read({ ...record, label });
    const text = read.kind === 'other' ? wrappedNode(read.record)?.value : undefined;
    if (read.kind !== 'other' || text === undefined) return read;
    const address = addressIn(read.record);
    const inner = this.#session.read({ text, start: record.start, label }, address === undefined ? {} : { address });
    if (inner.kind !== 'request') return read;
    return { kind: 'request', request: { ...inner.request, record: read.record } };
  }

  #summary(): readonly Finding[] {
    const { id } = this.#source;
    const [first] = this.#broken;
    const total = this.#records;
    return [
      ...(this.#others === 0
        ? []
        : [
            finding(
              'info',
              'request-others',
              `${this.#others} of ${total} records are responses or events`,
              placeOf(id),
            ),
          ]),
      ...(first === undefined
        ? []
        : [
            finding(
              'warning',
              'request-syntax',
              `${this.#broken.length} of ${total} records are no valid JSON and are left out`,
              { source: id, span: { start: first.start, end: first.start + 1 } },
            ),
          ]),
      ...(this.#beyond === 0
        ? []
        : [
            finding('warning', 'cut-off', `The log goes on: the first ${mostRequests} requests are shown`, placeOf(id)),
          ]),
      ...(this.#splitter.dropped === 0
        ? []
        : [finding('warning', 'cut-off', `${this.#splitter.dropped} lines are too long to be read`, placeOf(id))]),
      ...(this.#requests.length > 0 ? [] : [finding('error', 'request-none', 'The log holds no request', placeOf(id))]),
    ];
  }
}
