/**
 * The bridge between window and main process: every channel with its argument schema and its result, and every event.
 * A new channel is one entry here and its handler; a new event is one entry of `Events` and whoever sends and hears it.
 * Arguments come from a page, so they are checked by schema and not only typed; results and events are ours.
 */
import { z } from 'zod';
import { exportFormats } from '../exporters/types';
import type { ModelInfo, TokenCount } from '../analysis/types';
import type { TiersPanel } from '../assemblers/panels';
import type { Sequence } from '../cache/script/sequence';
import type { BufferChanges, JournalState, PageBuffer } from './buffer';
import { sentBefore, tried, type CacheTarget, type EditCostReply } from './cache-panel';
import type { SimulationView, UsageView, VolatilityView } from './cache-view';
import { takes } from './channel';
import type { CatalogComparison, SentComparison } from './comparisons';
import type { Inspection } from './inspection';
import type { InspectionChange } from './inspection-change';
import type { Matrix } from './matrix';
import { snapshot, type Snapshot } from './snapshot';

export type { Buffer, BufferChanges, DiskSide, JournalState, PageBuffer } from './buffer';

const nothing = z.tuple([]);
const settings = z.record(z.string(), z.json());
const id = z.string().max(4096);
const folder = id;
const ground = z.number().int();
const offset = z.number().int().min(0);
const maxText = 64 * 1024 * 1024;
/** Replacements in the text that the page had as version `after`, each in UTF-16 offsets of what the one before left. */
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
const copyOptions = z.object({ maskSecrets: z.boolean() });
/** The texts that ship with Strata, those this workspace is built from, or a folder of part files. */
const partSetName = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shipped') }),
  z.object({ kind: z.literal('used') }),
  z.object({ kind: z.literal('folder'), path: id }),
]);
export type PartSetName = z.infer<typeof partSetName>;
export type CopyScope = z.infer<typeof copyScope>;
export type ExportFormat = z.infer<typeof exportFormat>;

/** The revision of the inspection that shows what was done. The inspection itself comes by `inspection:changed`. */
export type ShownIn = number;

export const channels = {
  'workspace:choose': takes(nothing).gives<null>(),
  'workspace:open': takes(z.tuple([id])).gives<ShownIn>(),
  'workspace:recent': takes(nothing).gives<readonly string[]>(),
  'workspace:examples': takes(nothing).gives<readonly { readonly path: string; readonly title: string }[]>(),
  /** What was open when the run before did not end as it should; null when it did. */
  'workspace:left': takes(nothing).gives<{ readonly text: string; readonly folders: readonly string[] } | null>(),
  'window:open': takes(z.tuple([id.optional()])).gives<null>(),
  'models:list': takes(nothing).gives<readonly ModelInfo[]>(),
  'schemas:list': takes(nothing).gives<readonly FileSchema[]>(),
  /**
   * The page listens: the whole inspection comes as an event, and from then on what changes. Gives null when no folder
   * is open.
   */
  'inspection:follow': takes(nothing).gives<ShownIn | null>(),
  'inspection:configure': takes(
    z.tuple([
      z.object({ architecture: z.string().optional(), settings: settings.optional(), model: z.string().optional() }),
    ]),
  ).gives<ShownIn>(),
  /** Lets the open folder read files outside itself, of those it asks for; or takes that back. Remembered. */
  'trust:allow': takes(z.tuple([z.array(z.string().max(4096)).max(10_000)])).gives<ShownIn>(),
  'trust:revoke': takes(z.tuple([z.array(z.string().max(4096)).max(10_000)])).gives<ShownIn>(),
  /** A build with other choices, or of another folder, beside the one on screen. */
  'inspection:peek': takes(
    z.tuple([z.object({ folder: id.optional(), architecture: z.string().optional(), settings: settings.optional() })]),
  ).gives<Inspection>(),
  'baseline:get': takes(nothing).gives<Snapshot | null>(),
  'baseline:set': takes(z.tuple([snapshot.nullable()])).gives<null>(),
  /** A file belongs to a folder: each of these names both, and is refused when another folder is open by then. */
  'buffer:read': takes(z.tuple([folder, id])).gives<PageBuffer>(),
  /** The text, and the `ground` of the buffer it was typed on. Gives the version that the page has now. */
  'buffer:edit': takes(z.tuple([folder, id, z.string().max(maxText), ground])).gives<number>(),
  /** The same as what was typed. Gives null when the page had another text than is there now: the whole is wanted. */
  'buffer:splice': takes(z.tuple([folder, id, splice, ground])).gives<number | null>(),
  /** Over what somebody else wrote only when the user saw that and chose: then its `ground` is named. */
  'buffer:save': takes(z.tuple([folder, id, ground.optional()])).gives<null>(),
  'buffer:revert': takes(z.tuple([folder, id])).gives<null>(),
  /** The page has it open no more, and need not be told of it. */
  'buffer:close': takes(z.tuple([folder, id])).gives<null>(),
  'prompt:secrets': takes(z.tuple([copyScope, exportFormat])).gives<readonly SecretInfo[]>(),
  /** What the format cannot say, or a provider would refuse: known before anything is copied. */
  'prompt:preview': takes(z.tuple([copyScope, exportFormat])).gives<CopyNotes>(),
  'prompt:copy': takes(z.tuple([copyScope, exportFormat, copyOptions])).gives<Copied>(),
  /** Gives null when the user chose no file. */
  'prompt:export': takes(z.tuple([copyScope, exportFormat, copyOptions])).gives<
    (Copied & { readonly path: string }) | null
  >(),
  /** Writes a first strata.json into the folder and opens it; one that is there is never overwritten. */
  'layout:create': takes(z.tuple([id])).gives<ShownIn>(),
  /** Asks for a request file; the one on screen stays. Gives null when the user chose none. */
  'request:choose': takes(nothing).gives<string | null>(),
  /**
   * Keeps the request of the clipboard as a file, without the secrets of its headers; its text never comes to the page.
   * Gives the path of that file.
   */
  'request:clipboard': takes(nothing).gives<string>(),
  'request:sequence': takes(nothing).gives<Sequence>(),
  /** The request file at this path, and which of its requests from 1, against what is on screen. */
  'request:compare': takes(z.tuple([id, z.number().int().min(1).optional()])).gives<SentComparison>(),
  'matrix:run': takes(
    z.tuple([
      z.object({
        over: z.array(z.object({ name: z.string(), values: z.array(z.json()).max(200).optional() })).max(20),
      }),
    ]),
  ).gives<Matrix>(),
  'matrix:stop': takes(nothing).gives<null>(),
  /**
   * After what, and with which breakpoints in place of the design's own, the build on screen is taken to be sent: from
   * now on, in this folder and design. What that costs comes with each build.
   */
  'cache:assume': takes(z.tuple([folder, sentBefore, tried.nullable()])).gives<null>(),
  /** The build on screen, or the one of a revision that is still kept. */
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
  /** The text of a `usage`, or of a response that has one. */
  'cache:usage': takes(z.tuple([z.string().max(maxText), sentBefore])).gives<UsageView>(),
  'cache:volatility': takes(nothing).gives<VolatilityView>(),
  /**
   * The input tokens a provider reported for what is on screen: the estimates of this workspace are corrected by it.
   */
  'counts:calibrate': takes(z.tuple([z.number().int().min(1).max(1_000_000_000)])).gives<ShownIn>(),
  /** What asking the provider's counting endpoint would send, and where; nothing is sent. */
  'counts:plan': takes(nothing).gives<CountPlan>(),
  /**
   * Asks the provider's counting endpoint, with a key from the environment or the keychain, and corrects by its answer.
   */
  'counts:ask': takes(z.tuple([copyOptions])).gives<ProviderCount>(),
  'counts:stop': takes(nothing).gives<null>(),
  'counts:forget': takes(nothing).gives<ShownIn>(),
  /** Plays a turn of a design with tiers; the new state is an unsaved edit of its state file. */
  'tiers:turn': takes(nothing).gives<PlayedTurn>(),
  /** A folder to compare with; the one on screen stays. Gives null when the user chose none. */
  'folder:choose': takes(nothing).gives<string | null>(),
  'catalog:compare': takes(z.tuple([partSetName, partSetName])).gives<CatalogComparison>(),
} as const;

/** A text that looks like a credential, as it would stand in what leaves the app. */
export interface SecretInfo {
  readonly kind: string;
  /** The line it stands in, masked. */
  readonly masked: string;
  /** 1-based. */
  readonly line: number;
}

export interface CopyNotes {
  /** Whether a provider would take it as it is; of a format that is no request, always true. */
  readonly sendable: boolean;
  readonly warnings: readonly string[];
}

export interface Copied extends CopyNotes {
  readonly characters: number;
  readonly tokens: TokenCount;
  readonly format: ExportFormat;
  readonly masked: number;
}

export interface FileSchema {
  readonly pattern: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** What a provider's counting endpoint said, or why it did not; `kept`: why the counts stay as they were. */
export type ProviderCount =
  | { readonly ok: true; readonly tokens: number; readonly kept?: string }
  | { readonly ok: false; readonly problem: string };

/** What asking a counting endpoint would send, or why there is none to ask. */
export type CountPlan =
  | {
      readonly ok: true;
      readonly provider: string;
      readonly format: ExportFormat;
      readonly address: string;
      readonly bytes: number;
      readonly messages: number;
      readonly tools: number;
      /** Where the key is looked for: in the environment it is there, in the keychain it may be. */
      readonly key: { readonly name: string; readonly from: 'environment' | 'keychain'; readonly service: string };
    }
  | { readonly ok: false; readonly problem: string };

/** What a turn moved, and the state file that is now edited and unsaved. */
export interface PlayedTurn {
  readonly moves: TiersPanel['moves'];
  readonly path: string;
}

/** State reaches the page by these alone; a reply has only what they have not. */
export interface Events {
  'inspection:changed': InspectionChange;
  'buffers:changed': BufferChanges;
  'cache:edit-cost': EditCostReply;
  'workspace:failed': InspectorError;
  /** A folder chosen outside the page: in the menu, or dropped on the app's icon. */
  'workspace:wanted': string;
  'menu:command': MenuCommand;
  'journal:state': JournalState;
  'matrix:progress': { readonly done: number; readonly total: number };
  /** A sentence for the user about the app itself, not about the folder. */
  'app:notice': string;
}

export type MenuCommand =
  | 'open-folder'
  | 'open-request'
  | 'paste-request'
  | 'new-layout'
  | 'save'
  | 'save-all'
  | 'revert'
  | 'export'
  | 'copy-prompt'
  | 'undo'
  | 'redo'
  | 'find'
  | 'filter'
  | 'palette'
  | 'focus-sections'
  | 'focus-prompt'
  | 'focus-source'
  | 'focus-panel'
  | 'switch-prompt'
  | 'tour';

export type ErrorCode =
  'bad-arguments' | 'conflict' | 'forbidden' | 'not-found' | 'no-workspace' | 'outside-workspace' | 'io' | 'bug';

export interface InspectorError {
  readonly code: ErrorCode;
  readonly message: string;
  /** A folder that is there and is none of the designs. */
  readonly folder?: string;
}

export type Channel = keyof typeof channels;
export type Args<C extends Channel> = z.infer<(typeof channels)[C]['args']>;
export type Results = { readonly [C in Channel]: ReturnType<NonNullable<(typeof channels)[C]['result']>> };
export type Reply<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: InspectorError };
export type Handlers = { readonly [C in Channel]: (...args: Args<C>) => Promise<Results[C]> };
/** Those of the channels whose names begin so. */
export type HandlersOf<Area extends string> = Pick<Handlers, Extract<Channel, `${Area}:${string}`>>;

export function isChannel(name: string): name is Channel {
  return Object.hasOwn(channels, name);
}

export interface Bridge {
  invoke<C extends Channel>(channel: C, ...args: Args<C>): Promise<Reply<Results[C]>>;
  on<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): () => void;
  /** The path of a dropped file or folder, which the page itself may not see. */
  pathOf(file: unknown): string;
}

/**
 * What the preload exposes: the bridge with replies and events as JSON text. An inspection is tens of thousands of
 * small objects; copied through the context bridge it costs many times what parsing it once does. Names pass through
 * unread: main refuses a channel that is none.
 */
export interface Wire {
  /** The text of a `Reply`. */
  invoke(channel: string, ...args: readonly unknown[]): Promise<string>;
  /** The listener gets the text of the event's payload. */
  on(event: string, listener: (json: string) => void): () => void;
  pathOf(file: unknown): string;
}

/** The names of Electron's own channels. Those of the contract travel inside, so that nobody lists them twice. */
export type WireName = 'strata:call' | 'strata:event' | 'strata:dropped';
