/** Reads a log of requests as its text arrives. Records that are not requests are counted and reported once. */
import { counted, grouped } from '../../basics/grouped';
import type { PromptDocument } from '../../document/types';
import { finding, placeOf, type Finding } from '../../sources/findings';
import type { SourceFile, SourcePart } from '../../sources/types';
import { addressIn, responseIn, timeIn, wrappedNode } from '../record';
import { failureOf, statusIn } from '../response/failure';
import { AgentLogReader } from '../agent-logs/agent-log-reader';
import { notRequests } from '../not-requests';
import { aboutRebuilt, rebuiltAround, rebuiltLabel, rebuiltResponse } from '../agent-logs/rebuilt';
import { piecesRope, piecesText } from '../agent-logs/pieces';
import type { RebuiltRequest } from '../agent-logs/types';
import { RecordSplitter, type TextRecord } from './record-splitter';
import { SessionReader, type SessionRead } from './session-reader';

export interface LogRequest {
  readonly label: string;
  readonly document: PromptDocument;
  /** The provider's response, if the log has it. */
  readonly response: unknown;
  /** `529 overloaded`, if it was not answered. */
  readonly failed: string | undefined;
  /** When it was sent, in ISO 8601, if the log says so. */
  readonly at: string | undefined;
  /** Offset of its record in the log, in characters. */
  readonly start: number;
  readonly length: number;
  /** The body alone, if it is not a record of its own in the log. */
  readonly alone?: () => AloneBody;
}

export interface AloneBody {
  readonly text: string;
  readonly around: NonNullable<SourcePart['around']>;
}

export interface ReadLog {
  readonly requests: readonly LogRequest[];
  readonly findings: readonly Finding[];
}

/** Maximum requests per log. A day of work has some hundreds. */
const mostRequests = 20_000;

/** Maximum records that are looked at. Logs of events have many that are no requests. */
const mostRecords = 1_000_000;

export class LogReader {
  readonly #source: Pick<SourceFile, 'id' | 'path'>;
  readonly #splitter = new RecordSplitter();
  readonly #session: SessionReader;
  readonly #agentLog = new AgentLogReader();
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
    for (const request of this.#agentLog.requests()) this.#rebuild(request);
    return { requests: this.#requests, findings: [...this.#findings, ...this.#summary()] };
  }

  #take(record: TextRecord): void {
    this.#records += 1;
    if (this.#requests.length >= mostRequests || this.#records > mostRecords) {
      this.#beyond += 1;
      return;
    }
    if (this.#agentLog.take(record)) return;
    const label = `#${this.#requests.length + 1}`;
    const read = this.#read(record, label);
    if (read.kind === 'broken') this.#broken.push({ text: '', start: record.start });
    if (read.kind === 'other') this.#others += 1;
    if (read.kind !== 'request') return;
    const { document, findings, record: root } = read.request;
    const at = ownText(timeIn(root));
    const response = ownValue(responseIn(root));
    this.#findings.push(...(this.#requests.length === 0 ? findings : []));
    this.#requests.push({
      label,
      document:
        document.sent === undefined || at === undefined ? document : { ...document, sent: { ...document.sent, at } },
      response,
      failed: ownText(failureOf(response, statusIn(root))),
      at,
      start: record.start,
      length: record.text.length,
    });
  }

  #rebuild(request: RebuiltRequest): void {
    if (this.#requests.length >= mostRequests) return;
    const body = request.body();
    const [text, rope] = [piecesText(body), piecesRope(this.#source.id, body)];
    const label = rebuiltLabel(request, this.#requests.length + 1);
    const start = rope.find(({ origin }) => origin.kind === 'file')?.origin;
    const read = this.#session.read({ text, start: 0, label, rope }, rebuiltAround(request));
    if (read.kind !== 'request') {
      this.#others += 1;
      return;
    }
    this.#findings.push(...(this.#requests.length === 0 ? read.request.findings : []));
    this.#requests.push({
      label,
      document: read.request.document,
      response: rebuiltResponse(request),
      failed: undefined,
      at: request.at,
      start: start?.kind === 'file' ? start.span.start : 0,
      length: text.length,
      alone: () => ({ text: piecesText(request.body()), around: rebuiltAround(request) }),
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
      ...aboutRebuilt(this.#agentLog, this.#requests.length, id),
      ...(this.#others === 0 ? [] : [finding('info', 'request-others', notRequests(this.#others, total), placeOf(id))]),
      ...(first === undefined
        ? []
        : [
            finding(
              'warning',
              'request-syntax',
              `${grouped(this.#broken.length)} of ${counted(total, 'record')} ` +
                (this.#broken.length === 1
                  ? 'is not valid JSON and is left out'
                  : 'are not valid JSON and are left out'),
              { source: id, span: { start: first.start, end: first.start + 1 } },
            ),
          ]),
      ...(this.#beyond === 0
        ? []
        : [
            finding(
              'warning',
              'cut-off',
              `The log is longer: ${grouped(this.#beyond)} of ${counted(total, 'record')} after the first ` +
                `${counted(this.#requests.length, 'request')} ${this.#beyond === 1 ? 'is' : 'are'} not read`,
              placeOf(id),
            ),
          ]),
      ...(this.#splitter.dropped === 0
        ? []
        : [
            finding(
              'warning',
              'cut-off',
              `${counted(this.#splitter.dropped, 'record is', 'records are')} too long to be read`,
              placeOf(id),
            ),
          ]),
      ...(this.#requests.length > 0 ? [] : [finding('error', 'request-none', 'The log holds no request', placeOf(id))]),
    ];
  }
}

/** Copies: texts of a record are slices of it in memory, and would keep all of it. */
function ownValue(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function ownText(text: string | undefined): string | undefined {
  const copy = ownValue(text);
  return typeof copy === 'string' ? copy : undefined;
}
