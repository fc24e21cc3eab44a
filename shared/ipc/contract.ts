/**
 * The bridge between window and main process: every channel with its argument schema and result, and every event. A new
 * channel is one entry here and its handler; a new event is one entry of `Events`, its sender and its listener.
 * Arguments come from a page, so schemas validate them; results and events are ours.
 */
import { z } from 'zod';
import { exportFormats } from '../exporters/types';
import type { ModelInfo } from '../analysis/types';
import type { Sequence } from '../cache/bill/types';
import type { BufferChanges, JournalState, PageBuffer } from './buffer';
import { sentBefore, tried, type CacheTarget, type EditCostReply } from './cache/cache-panel';
import type { SimulationView, UsageView, VolatilityView } from './cache/cache-view';
import type {
  CaptureList,
  CaptureRows,
  FolderLogs,
  FoundText,
  RequestAnswer,
  ResponsePart,
  SessionSummary,
} from './captures';
import { takes } from './channel';
import type { BuiltSent, CatalogComparison, SentComparison } from './comparisons';
import type { Inspection } from './inspection/inspection';
import type { InspectionChange } from './inspection/inspection-change';
import type { LoadMap } from '../assemblers/agents/load-map';
import type { Matrix } from './matrix';
import type { MenuCommand } from './menu-command';
import type {
  SecretInfo,
  CopyNotes,
  Copied,
  ExampleInfo,
  TextTokens,
  FoundInSources,
  FileSchema,
  ProviderCount,
  CountPlan,
  PlayedTurn,
  TakenPatch,
} from './results';
import { themes } from './theme';
import { snapshot, type Snapshot } from './written/snapshot';

export type * from './results';
export type { MenuCommand } from './menu-command';
export type { Buffer, BufferChanges, DiskSide, JournalState, PageBuffer } from './buffer';

const nothing = z.tuple([]);
const settings = z.record(z.string(), z.json());
const id = z.string().max(4096);
const folder = id;
const diskVersion = z.number().int();
const sessionId = z.string().regex(/^[a-z0-9][a-z0-9-]{3,63}$/);
const requestNumber = z.number().int().min(1).max(1_000_000);
const offset = z.number().int().min(0);
const pixels = z.number().int().min(0).max(20_000);
const maxText = 64 * 1024 * 1024;
/** Replacements in the text of version `after`, each in UTF-16 offsets of the text after the previous one. */
const splice = z.object({
  after: z.number().int(),
  changes: z.array(z.object({ start: offset, end: offset, text: z.string().max(maxText) })).max(1000),
});
export type Splice = z.infer<typeof splice>;

export const copyScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('node'), id }),
  z.object({ kind: z.literal('tier'), tier: z.enum(['L0', 'L1', 'L2', 'L3', 'active']) }),
  /** A selection: UTF-16 offsets into the texts of messages, in document order. */
  z.object({
    kind: z.literal('ranges'),
    ranges: z.array(z.object({ message: id, start: offset, end: offset })).max(10_000),
  }),
]);
export const exportFormat = z.enum(exportFormats);
/** `tried`: breakpoints in place of the document's own. */
const copyOptions = z.object({ maskSecrets: z.boolean(), tried: tried.optional() });
/** The texts that ship with Strata, those of this workspace, or a folder of part files. */
const partSetName = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shipped') }),
  z.object({ kind: z.literal('used') }),
  z.object({ kind: z.literal('folder'), path: id }),
]);
export type PartSetName = z.infer<typeof partSetName>;
export type CopyScope = z.infer<typeof copyScope>;
export type ExportFormat = z.infer<typeof exportFormat>;

/** The revision of the inspection that shows the result. The inspection itself comes by `inspection:changed`. */
export type ShownIn = number;

export const channels = {
  'workspace:choose': takes(nothing).gives<null>(),
  /** With the id of an architecture, the folder is read as that. */
  'workspace:open': takes(z.tuple([id, z.string().max(40).optional()])).gives<ShownIn>(),
  'workspace:recent': takes(nothing).gives<readonly string[]>(),
  'workspace:examples': takes(nothing).gives<readonly ExampleInfo[]>(),
  /** What was open when the previous run crashed; null if it ended normally. */
  'workspace:left': takes(nothing).gives<{ readonly text: string; readonly folders: readonly string[] } | null>(),
  'window:open': takes(z.tuple([id.optional()])).gives<null>(),
  'models:list': takes(nothing).gives<readonly ModelInfo[]>(),
  'schemas:list': takes(nothing).gives<readonly FileSchema[]>(),
  /**
   * The page starts to listen: the whole inspection comes as an event, then only changes. Null when no folder is open.
   */
  'inspection:follow': takes(nothing).gives<ShownIn | null>(),
  /** The page has drawn this folder, so it is safe to open it again at the next start. */
  'inspection:drawn': takes(z.tuple([id])).gives<null>(),
  'inspection:configure': takes(
    z.tuple([
      z.object({ architecture: z.string().optional(), settings: settings.optional(), model: z.string().optional() }),
    ]),
  ).gives<ShownIn>(),
  /** Lets the open folder read files outside itself that it asks for, or revokes that. Remembered. */
  'trust:allow': takes(z.tuple([z.array(z.string().max(4096)).max(10_000)])).gives<ShownIn>(),
  'trust:revoke': takes(z.tuple([z.array(z.string().max(4096)).max(10_000)])).gives<ShownIn>(),
  /** A build with other choices, or of another folder, without changing the one on screen. */
  'inspection:peek': takes(
    z.tuple([z.object({ folder: id.optional(), architecture: z.string().optional(), settings: settings.optional() })]),
  ).gives<Inspection>(),
  'baseline:get': takes(nothing).gives<Snapshot | null>(),
  'baseline:set': takes(z.tuple([snapshot.nullable()])).gives<null>(),
  /** Each of these names a file and its folder, and is refused if another folder is open by then. */
  'buffer:read': takes(z.tuple([folder, id])).gives<PageBuffer>(),
  /** The text, and the `diskVersion` of the buffer it was typed on. Returns the page's new version. */
  'buffer:edit': takes(z.tuple([folder, id, z.string().max(maxText), diskVersion])).gives<number>(),
  /**
   * Same, as replacements. Null when the page had another text than the main process; it must then send the whole text.
   */
  'buffer:splice': takes(z.tuple([folder, id, splice, diskVersion])).gives<number | null>(),
  /** Overwrites someone else's version only if the user saw it and agreed; then its `diskVersion` is given. */
  'buffer:save': takes(z.tuple([folder, id, diskVersion.optional()])).gives<null>(),
  /** With the `diskVersion` of the version the user chose, nothing is given up if the disk has another by now. */
  'buffer:revert': takes(z.tuple([folder, id, diskVersion.optional()])).gives<null>(),
  /** The page no longer has the file open and needs no updates. */
  'buffer:close': takes(z.tuple([folder, id])).gives<null>(),
  'prompt:secrets': takes(z.tuple([copyScope, exportFormat, tried.optional()])).gives<readonly SecretInfo[]>(),
  /** What the format cannot express or a provider would refuse, shown before copying. */
  'prompt:preview': takes(z.tuple([copyScope, exportFormat])).gives<CopyNotes>(),
  'prompt:copy': takes(z.tuple([copyScope, exportFormat, copyOptions])).gives<Copied>(),
  /** Null when the user chose no file. */
  'prompt:export': takes(z.tuple([copyScope, exportFormat, copyOptions])).gives<
    (Copied & { readonly path: string }) | null
  >(),
  /** Puts a text of the page on the clipboard: a name, a table, a command line. */
  'text:copy': takes(z.tuple([z.string().max(maxText)])).gives<null>(),
  /** Counts a text by itself, as the model on screen counts it, and says where its tokens begin. */
  'text:tokens': takes(z.tuple([z.string().max(100_000)])).gives<TextTokens>(),
  /** Where the files of the build on screen have these words, unsaved edits included. */
  'sources:find': takes(
    z.tuple([folder, z.object({ words: z.string().max(1000), matchCase: z.boolean(), wholeWord: z.boolean() })]),
  ).gives<FoundInSources>(),
  'look:theme': takes(z.tuple([z.enum(themes)])).gives<null>(),
  /** Puts a picture of this part of the page on the clipboard; in pixels of the page. */
  'look:picture': takes(z.tuple([z.object({ x: pixels, y: pixels, width: pixels, height: pixels })])).gives<null>(),
  'look:zoom': takes(z.tuple([z.enum(['in', 'out', 'reset'])])).gives<null>(),
  /** Drafts a strata.json in the folder and opens it; never overwrites an existing one. */
  'layout:create': takes(z.tuple([id])).gives<ShownIn>(),
  /** Lets the user choose a request file; the screen does not change. Null if the user chose none. */
  'request:choose': takes(nothing).gives<string | null>(),
  /**
   * Saves the clipboard's request to a file, without secret headers; its text never reaches the page. Returns the
   * file's path.
   */
  'request:clipboard': takes(nothing).gives<string>(),
  'request:sequence': takes(nothing).gives<Sequence>(),
  /** Compares the request file at this path, and a request in it (1-based), with what is on screen. */
  'request:compare': takes(z.tuple([id, z.number().int().min(1).optional()])).gives<SentComparison>(),
  /** Sends the list of sessions by `captures:changed`. */
  'captures:refresh': takes(nothing).gives<null>(),
  /**
   * Starts a capture of a known agent, or of any other: null. One at a time; it ends with the window. Returns the id of
   * its session.
   */
  'captures:start': takes(z.tuple([z.string().max(40).nullable()])).gives<string>(),
  /** Opens the agent of the running capture in a terminal of the system: exactly what was named to the user. */
  'captures:terminal': takes(z.tuple([z.object({ program: id, terminal: id, folder })])).gives<null>(),
  'captures:stop': takes(nothing).gives<null>(),
  /** Reads a session and sends its rows by `captures:rows`: those it has, then each as it comes. Null ends that. */
  'captures:follow': takes(z.tuple([sessionId.nullable()])).gives<null>(),
  /** Shows a request of the followed session in the main view. */
  'captures:show': takes(z.tuple([requestNumber])).gives<ShownIn>(),
  /** Null if it is not a request to a model. */
  'captures:explain': takes(z.tuple([requestNumber])).gives<RequestAnswer | null>(),
  'captures:response': takes(z.tuple([requestNumber])).gives<readonly ResponsePart[]>(),
  'captures:summary': takes(nothing).gives<SessionSummary>(),
  /** Where a text first appeared in the followed session. */
  'captures:find': takes(z.tuple([z.string().max(10_000)])).gives<FoundText | null>(),
  /** Corrects the estimates of this agent's models by what the followed session reported. Returns how many. */
  'captures:learn': takes(nothing).gives<number>(),
  /** Takes all corrections of the followed session's agent back. Returns how many there were. */
  'captures:forget': takes(nothing).gives<number>(),
  /** Asks the user, then deletes a kept session. Null if the user does not want that; else what to say. */
  'captures:delete': takes(z.tuple([sessionId])).gives<string | null>(),
  /**
   * Copies a session with secrets and ids masked into a new folder that the user names. Null if they name none; else
   * what to say.
   */
  'captures:export': takes(z.tuple([sessionId])).gives<readonly string[] | null>(),
  /**
   * Sends by `logs:changed` what agents keep of the folder that they work in: the one on screen, or the one before a
   * session took its place. True: opencode is run for its list.
   */
  'logs:refresh': takes(z.tuple([z.boolean()])).gives<null>(),
  /** Shows a session that an agent keeps of that folder, by the agent and its id. */
  'logs:open': takes(z.tuple([z.string().max(40), z.string().min(1).max(200)])).gives<ShownIn>(),
  /**
   * Lays the request on screen over a folder. Null: the one in which its session worked, or, if it is traced already,
   * the same once more.
   */
  'trace:open': takes(z.tuple([folder.nullable()])).gives<ShownIn>(),
  /** What the folder builds beside the first request of a captured session, by the session's id. */
  'agents:sent': takes(
    z.tuple([
      folder,
      z
        .string()
        .max(100)
        .regex(/^[\w-]+$/),
    ]),
  ).gives<BuiltSent>(),
  'matrix:run': takes(
    z.tuple([
      z.object({
        over: z.array(z.object({ name: z.string(), values: z.array(z.json()).max(200).optional() })).max(20),
      }),
    ]),
  ).gives<Matrix>(),
  'matrix:stop': takes(nothing).gives<null>(),
  /** What each coding agent does with each instruction file of the open folder. */
  'agents:map': takes(nothing).gives<LoadMap>(),
  /**
   * What to assume was sent before the build on screen, and which breakpoints replace the design's own; stays set for
   * this folder and design. The cost comes with each build.
   */
  'cache:assume': takes(z.tuple([folder, sentBefore, tried.nullable()])).gives<null>(),
  /** The build on screen, or that of a revision still kept. */
  'cache:mark': takes(z.tuple([z.enum(['sent', 'pinned']), z.number().int().optional()])).gives<null>(),
  'cache:targets': takes(nothing).gives<readonly CacheTarget[]>(),
  'cache:simulate': takes(
    z.tuple([
      z.object({
        script: z.string().max(1_000_000),
        targets: z.array(z.string().max(400)).max(4),
        optimize: z.boolean(),
      }),
    ]),
  ).gives<SimulationView>(),
  /** The text of a `usage`, or of a response with one. */
  'cache:usage': takes(z.tuple([z.string().max(maxText), sentBefore])).gives<UsageView>(),
  /** What gives strata.json these breakpoints: a JSON Patch as text, or why there is none. */
  'cache:patch': takes(z.tuple([tried])).gives<TakenPatch>(),
  'cache:volatility': takes(nothing).gives<VolatilityView>(),
  /** The input tokens a provider reported for the prompt on screen; corrects this workspace's estimates. */
  'counts:calibrate': takes(z.tuple([z.number().int().min(1).max(1_000_000_000)])).gives<ShownIn>(),
  /** What asking the provider's counting endpoint would send, and where. Sends nothing. */
  'counts:plan': takes(nothing).gives<CountPlan>(),
  /**
   * Asks the provider's counting endpoint, with a key from the environment or the keychain, and corrects the estimates.
   */
  'counts:ask': takes(z.tuple([copyOptions])).gives<ProviderCount>(),
  'counts:stop': takes(nothing).gives<null>(),
  'counts:forget': takes(nothing).gives<ShownIn>(),
  /** Plays a turn of a design with tiers; the new state becomes an unsaved edit of its state file. */
  'tiers:turn': takes(nothing).gives<PlayedTurn>(),
  /** Lets the user choose a folder for this; the screen does not change. Null if the user chose none. */
  'folder:choose': takes(z.tuple([z.enum(['compare', 'trace'])])).gives<string | null>(),
  'catalog:compare': takes(z.tuple([partSetName, partSetName])).gives<CatalogComparison>(),
} as const;

/** State reaches the page only by events; a reply contains only what no event carries. */
export interface Events {
  'inspection:changed': InspectionChange;
  'buffers:changed': BufferChanges;
  'cache:edit-cost': EditCostReply;
  'workspace:failed': InspectorError;
  /** A folder chosen outside the page: in the menu, or dropped on the app's icon. */
  'workspace:wanted': string;
  'menu:command': MenuCommand;
  'journal:state': JournalState;
  'captures:changed': CaptureList;
  'captures:rows': CaptureRows;
  /** Null if no folder is open. */
  'logs:changed': FolderLogs | null;
  'matrix:progress': { readonly done: number; readonly total: number };
  /** A message about the app itself, not the folder. */
  'app:notice': string;
}

export type ErrorCode =
  'bad-arguments' | 'conflict' | 'forbidden' | 'not-found' | 'no-workspace' | 'outside-workspace' | 'io' | 'bug';

export interface InspectorError {
  readonly code: ErrorCode;
  readonly message: string;
  /** A folder that exists but matches no design. */
  readonly folder?: string;
  /** Agents that read files of that folder; the user may choose one. */
  readonly offers?: readonly { readonly id: string; readonly title: string }[];
}

export type Channel = keyof typeof channels;
export type Args<C extends Channel> = z.infer<(typeof channels)[C]['args']>;
export type Results = { readonly [C in Channel]: ReturnType<NonNullable<(typeof channels)[C]['result']>> };
export type Reply<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: InspectorError };
export type Handlers = { readonly [C in Channel]: (...args: Args<C>) => Promise<Results[C]> };
/** The handlers of the channels with this prefix. */
export type HandlersOf<Area extends string> = Pick<Handlers, Extract<Channel, `${Area}:${string}`>>;

export function isChannel(name: string): name is Channel {
  return Object.hasOwn(channels, name);
}

export interface Bridge {
  invoke<C extends Channel>(channel: C, ...args: Args<C>): Promise<Reply<Results[C]>>;
  on<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): () => void;
  /** The path of a dropped file or folder, which the page cannot read itself. */
  pathOf(file: unknown): string;
}
