/** Reads one request of a session. What it repeats of the request before is not parsed or built again. */
import type { RequestForm, Span, Tier } from '../../document/types';
import type { ConfigNode } from '../../sources/config/config-node';
import { sliceRope, type Rope } from '../../sources/text/rope';
import { scanJson, type Skip, type Trail } from '../../sources/config/scan-json';
import type { SourceFile } from '../../sources/types';
import { plainBody, type Body } from '../body';
import { readForm } from '../form';
import { movedMessage, movedTool } from './moved-message';
import type { ReadMessage, ReadTool } from '../read-types';
import type { BuiltMessage, BuiltTools, Sharing } from '../document/to-document';
import { alone, listKeys, pathOfPlace, placesIn, valueKeys, wayTo } from './body-places';
import { detached } from './detached';

interface KeptJson<Built> {
  /** The JSON, copied: a slice would keep the whole request in memory. */
  readonly raw: string;
  /** The file of its first occurrence, and the offset there. */
  readonly source: Pick<SourceFile, 'id' | 'path'>;
  readonly start: number;
  readonly tiers: readonly Tier[];
  /** Index of a message in the request, used in its id. */
  readonly index?: number;
  /** Its characters, if the record was put together from pieces. */
  readonly wrapped: Rope | undefined;
  readonly built: Built;
}

/** The parts of the previous request. */
export interface Before {
  readonly form: RequestForm;
  /** Path of its body in the record. */
  readonly path: string;
  readonly messages: ReadonlyMap<string, KeptJson<BuiltMessage>>;
  readonly tools: KeptJson<BuiltTools> | undefined;
}

export interface SessionRecord {
  readonly text: string;
  /** Offset of the text in the file. */
  readonly start: number;
  readonly label: string;
  /** Its own file, if each request of the session has one. */
  readonly source?: Pick<SourceFile, 'id' | 'path'>;
  /** Its characters, if it is put together from pieces of the file. */
  readonly rope?: Rope;
}

export class RecordReader {
  readonly #source: SourceFile;
  readonly #start: number;
  readonly #rope: Rope | undefined;
  readonly #before: Before | undefined;
  /** The parts that were skipped, by their offset in the record. */
  readonly #passed = new Map<number, KeptJson<BuiltMessage>>();
  #passedTools: KeptJson<BuiltTools> | undefined;
  /** The path of each message in the body: `messages/3`, `system`. */
  #places: ReadonlyMap<ConfigNode, string> = new Map();
  readonly #messages = new Map<string, KeptJson<BuiltMessage>>();
  #tools: KeptJson<BuiltTools> | undefined;
  /** Path of the body in the record. */
  #path: readonly string[] = [];

  constructor(source: SourceFile, { start, rope }: SessionRecord, before: Before | undefined) {
    this.#source = source;
    this.#start = start;
    this.#rope = rope;
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
    previous: KeptJson<BuiltMessage> | undefined,
    at: number,
    isSame: (raw: string, at: number) => boolean,
  ): number | undefined {
    if (previous === undefined || !isSame(previous.raw, at)) return undefined;
    this.#passed.set(at, previous);
    return at + previous.raw.length;
  }

  #passedFor(node: ConfigNode): KeptJson<BuiltMessage> | undefined {
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
    passed: KeptJson<BuiltMessage> | undefined,
  ): KeptJson<BuiltMessage> {
    const { span } = read.node;
    const start = passed?.start ?? this.#start + span.start;
    const raw = passed?.raw ?? detached(this.#source.text.slice(span.start, span.end));
    const source: SourceFile = { ...this.#source, ...passed?.source, text: raw };
    const node = scanJson(source);
    if (node === undefined || place === undefined) throw new Error(`a message at ${start} cannot be read again`);
    const [again] = readForm(alone(place, node), form).messages;
    if (again === undefined) throw new Error(`a message at ${start} is none when it is read again`);
    const wrapped = passed === undefined ? this.#piecesAt(span) : passed.wrapped;
    const { message, marks } = make(again, { ...plainBody(source, node, ''), wrapped });
    const stand = { by: start, path: [...this.#path, ...pathOfPlace(place)] };
    const moved = wrapped === undefined ? movedMessage(message, stand) : message;
    return { raw, start, source: fileOf(source), tiers, wrapped, built: { message: moved, marks } };
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
    const source: SourceFile = { ...this.#source, ...passed?.source, text: raw };
    const node = scanJson(source);
    if (node === undefined) throw new Error(`the tools at ${start} cannot be read again`);
    const again = readForm(alone('tools', node), form).tools;
    const wrapped = passed === undefined ? this.#piecesAt(list.span) : passed.wrapped;
    const { tools, marks } = make(again, { ...plainBody(source, node, ''), wrapped });
    const stand = { by: start, path: [...this.#path, 'tools'] };
    const built = { tools: wrapped === undefined ? tools.map((each) => movedTool(each, stand)) : tools, marks };
    this.#tools = { raw, start, source: fileOf(source), tiers, wrapped, built };
    return built;
  }

  #piecesAt({ start, end }: Span): Rope | undefined {
    return this.#rope === undefined ? undefined : sliceRope(this.#rope, start, end);
  }
}

function fileOf({ id, path }: SourceFile): Pick<SourceFile, 'id' | 'path'> {
  return { id, path };
}

/** `butLast`: the message has no content after its last marker. */
function isEqual(before: readonly Tier[], now: readonly Tier[], butLast: boolean): boolean {
  const counted = butLast ? before.length - 1 : before.length;
  return before.length === now.length && before.every((tier, at) => at >= counted || tier === now[at]);
}

function endsWithMark({ message, marks }: BuiltMessage): boolean {
  return marks.at(-1)?.after === message.id;
}

/** True for a comma, a closing bracket or white space, which end a value. */
function isAfterValue(code: number): boolean {
  return code === 44 || code === 93 || code === 125 || code === 32 || code === 10 || code === 13 || code === 9;
}
