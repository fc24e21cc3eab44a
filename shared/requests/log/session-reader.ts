/**
 * Reads the requests of a session in order. Each mostly repeats the one before, so repeated parts are neither parsed
 * nor built again. The documents share nodes, and memory grows only with new text.
 */
import type { RequestForm, Tier } from '../../document/types';
import type { ConfigNode } from '../../sources/config/config-node';
import { scanJson, type Skip, type Trail } from '../../sources/config/scan-json';
import type { SourceFile } from '../../sources/types';
import { plainBody, type Body } from '../body';
import { formOf, readForm } from '../form';
import { movedMessage, movedTool } from './moved-message';
import type { ReadMessage, ReadTool } from '../read-types';
import { addressIn, bodyIn } from '../record';
import { toDocument, type BuiltMessage, type BuiltTools, type ReadDocument, type Sharing } from '../to-document';

/** Lists whose items are messages. */
const listKeys: ReadonlySet<string | number> = new Set(['messages', 'input', 'contents']);
/** Values that are one message, or the list of tools. */
const valueKeys: ReadonlySet<string | number> = new Set([
  'system',
  'systemInstruction',
  'system_instruction',
  'instructions',
  'tools',
]);

interface Kept<Built> {
  /** The JSON, copied: a slice would keep the whole request in memory. */
  readonly raw: string;
  /** Offset in the file of its first occurrence. */
  readonly start: number;
  readonly tiers: readonly Tier[];
  /** Index of a message in the request, used in its id. */
  readonly index?: number;
  readonly built: Built;
}

/** The parts of the previous request. */
interface Before {
  readonly form: RequestForm;
  /** Path of its body in the record. */
  readonly path: string;
  readonly messages: ReadonlyMap<string, Kept<BuiltMessage>>;
  readonly tools: Kept<BuiltTools> | undefined;
}

export interface SessionRecord {
  readonly text: string;
  /** Offset of the text in the file. */
  readonly start: number;
  readonly label: string;
}

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

  constructor(source: Pick<SourceFile, 'id' | 'path'>) {
    this.#source = source;
  }

  read(record: SessionRecord, around: Partial<Pick<Body, 'at' | 'address' | 'model'>> = {}): SessionRead {
    const source: SourceFile = { ...this.#source, as: 'session', text: record.text };
    const reading = new Reading(source, record.start, this.#before);
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
    this.#before = reading.kept(form, path);
    return { kind: 'request', request: { ...read, body, record: root } };
  }
}

/** Turns one record into a document. */
class Reading {
  readonly #source: SourceFile;
  readonly #start: number;
  readonly #before: Before | undefined;
  /** The parts that were skipped, by their offset in the record. */
  readonly #passed = new Map<number, Kept<BuiltMessage>>();
  #passedTools: Kept<BuiltTools> | undefined;
  /** The path of each message in the body: `messages/3`, `system`. */
  #places: ReadonlyMap<ConfigNode, string> = new Map();
  readonly #messages = new Map<string, Kept<BuiltMessage>>();
  #tools: Kept<BuiltTools> | undefined;
  /** Path of the body in the record. */
  #path: readonly string[] = [];

  constructor(source: SourceFile, start: number, before: Before | undefined) {
    this.#source = source;
    this.#start = start;
    this.#before = before;
  }

  get hasReused(): boolean {
    return this.#passed.size > 0 || this.#passedTools !== undefined;
  }

  scan(): ConfigNode | undefined {
    const { text } = this.#source;
    return scanJson(this.#source, 0, text.length, this.#before === undefined ? undefined : this.#skip(this.#before));
  }

  sharing(form: RequestForm, root: ConfigNode, path: readonly string[]): Sharing {
    this.#places = placesIn(root);
    this.#path = path;
    return {
      roleOf: (node) => this.#passedFor(node)?.built.message.role,
      marksOf: (node) => this.#passedFor(node)?.built.marks.length,
      marksOfTools: () => this.#passedTools?.built.marks.length,
      message: (read, index, tiers, make) => this.#message(form, read, index, tiers, make),
      tools: (read, tiers, make) => this.#makeTools(form, root, read, tiers, make),
    };
  }

  kept(form: RequestForm, path: string): Before {
    return { form, path, messages: this.#messages, tools: this.#tools };
  }

  #skip(before: Before): Skip {
    const { text } = this.#source;
    // Comparing a slice is about fifty times faster than `startsWith`.
    const isSame = (raw: string, at: number): boolean =>
      text.slice(at, at + raw.length) === raw && isAfterValue(text.charCodeAt(at + raw.length));
    /** Cached, because all items of a list share the path to it. */
    let list: Trail | undefined;
    let prefix: string | undefined;
    return (trail, at) => {
      if (typeof trail.key === 'number') {
        if (trail.outer === undefined || !listKeys.has(trail.outer.key)) return undefined;
        if (trail.outer !== list) {
          list = trail.outer;
          prefix = wayTo(list.outer) === before.path ? String(list.key) : undefined;
        }
        if (prefix === undefined) return undefined;
        return this.#passOver(before.messages.get(`${prefix}/${trail.key}`), at, isSame);
      }
      if (!valueKeys.has(trail.key) || wayTo(trail.outer) !== before.path) return undefined;
      if (trail.key !== 'tools') return this.#passOver(before.messages.get(trail.key), at, isSame);
      if (before.tools === undefined || !isSame(before.tools.raw, at)) return undefined;
      this.#passedTools = before.tools;
      return at + before.tools.raw.length;
    };
  }

  #passOver(
    known: Kept<BuiltMessage> | undefined,
    at: number,
    isSame: (raw: string, at: number) => boolean,
  ): number | undefined {
    if (known === undefined || !isSame(known.raw, at)) return undefined;
    this.#passed.set(at, known);
    return at + known.raw.length;
  }

  #passedFor(node: ConfigNode): Kept<BuiltMessage> | undefined {
    return node.kind === 'scalar' ? this.#passed.get(node.span.start) : undefined;
  }

  #message(
    form: RequestForm,
    read: ReadMessage,
    index: number,
    tiers: readonly Tier[],
    make: (read: ReadMessage, body: Body) => BuiltMessage,
  ): BuiltMessage {
    const place = this.#places.get(read.node);
    const passed = this.#passedFor(read.node);
    const kept =
      passed !== undefined && passed.index === index && isEqual(passed.tiers, tiers, endsWithMark(passed.built))
        ? passed
        : { ...this.#make(form, read, place, tiers, make, passed), index };
    // Tools inside a message belong to the request, so such a message is always read again.
    if (place !== undefined && !kept.raw.includes('"additional_tools"')) this.#messages.set(place, kept);
    return kept.built;
  }

  #make(
    form: RequestForm,
    read: ReadMessage,
    place: string | undefined,
    tiers: readonly Tier[],
    make: (read: ReadMessage, body: Body) => BuiltMessage,
    passed: Kept<BuiltMessage> | undefined,
  ): Kept<BuiltMessage> {
    const { span } = read.node;
    const start = passed?.start ?? this.#start + span.start;
    const raw = passed?.raw ?? detached(this.#source.text.slice(span.start, span.end));
    const source: SourceFile = { ...this.#source, text: raw };
    const node = scanJson(source);
    if (node === undefined || place === undefined) throw new Error(`a message at ${start} cannot be read again`);
    const [again] = readForm(alone(place, node), form).messages;
    if (again === undefined) throw new Error(`a message at ${start} is none when it is read again`);
    const { message, marks } = make(again, plainBody(source, node, ''));
    const stand = { by: start, path: [...this.#path, ...pathOfPlace(place)] };
    return { raw, start, tiers, built: { message: movedMessage(message, stand), marks } };
  }

  #makeTools(
    form: RequestForm,
    root: ConfigNode,
    read: readonly ReadTool[],
    tiers: readonly Tier[],
    make: (read: readonly ReadTool[], body: Body) => BuiltTools,
  ): BuiltTools {
    const passed = this.#passedTools;
    if (passed !== undefined && isEqual(passed.tiers, tiers, false)) {
      this.#tools = passed;
      return passed.built;
    }
    const list = root.kind === 'object' ? root.entries.findLast(({ key }) => key === 'tools')?.value : undefined;
    if (list === undefined) return make(read, plainBody(this.#source, root, ''));
    const start = passed?.start ?? this.#start + list.span.start;
    const raw = passed?.raw ?? detached(this.#source.text.slice(list.span.start, list.span.end));
    const source: SourceFile = { ...this.#source, text: raw };
    const node = scanJson(source);
    if (node === undefined) throw new Error(`the tools at ${start} cannot be read again`);
    const again = readForm(alone('tools', node), form).tools;
    const { tools, marks } = make(again, plainBody(source, node, ''));
    const stand = { by: start, path: [...this.#path, 'tools'] };
    const built = { tools: tools.map((each) => movedTool(each, stand)), marks };
    this.#tools = { raw, start, tiers, built };
    return built;
  }
}

/** `butLast`: the message has no content after its last marker. */
function isEqual(before: readonly Tier[], now: readonly Tier[], butLast: boolean): boolean {
  const counted = butLast ? before.length - 1 : before.length;
  return before.length === now.length && before.every((tier, at) => at >= counted || tier === now[at]);
}

function endsWithMark({ message, marks }: BuiltMessage): boolean {
  return marks.at(-1)?.after === message.id;
}

/** Parses `messages/3` to the path `messages`, 3. */
function pathOfPlace(place: string): readonly (string | number)[] {
  const [key = '', index] = place.split('/');
  return index === undefined ? [key] : [key, Number(index)];
}

function wayTo(trail: Trail | undefined): string {
  return trail === undefined
    ? ''
    : trail.outer === undefined
      ? String(trail.key)
      : `${wayTo(trail.outer)}/${trail.key}`;
}

function placesIn(root: ConfigNode): ReadonlyMap<ConfigNode, string> {
  const places = new Map<ConfigNode, string>();
  if (root.kind !== 'object') return places;
  for (const { key, value } of root.entries) {
    if (valueKeys.has(key)) places.set(value, key);
    if (!listKeys.has(key)) continue;
    if (value.kind !== 'array') places.set(value, key);
    else for (const [index, item] of value.items.entries()) places.set(item, `${key}/${index}`);
  }
  return places;
}

/** Wraps the node in a body with nothing else. */
function alone(place: string, node: ConfigNode): ConfigNode {
  const [key = '', index] = place.split('/');
  const value: ConfigNode = index === undefined ? node : { kind: 'array', span: node.span, items: [node] };
  return { kind: 'object', span: node.span, entries: [{ key, keySpan: { start: 0, end: 0 }, value }] };
}

/** True for a comma, a closing bracket or white space, which end a value. */
function isAfterValue(code: number): boolean {
  return code === 44 || code === 93 || code === 125 || code === 32 || code === 10 || code === 13 || code === 9;
}

/** Copies the text, so that it is not a slice of a longer string. */
function detached(text: string): string {
  const copy: unknown = JSON.parse(JSON.stringify(text));
  return typeof copy === 'string' ? copy : text;
}
