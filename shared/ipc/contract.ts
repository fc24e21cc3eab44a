/**
 * The bridge between window and main process: every channel, its argument schema, its result, every event.
 * Arguments come from a page, so they are checked by schema and not only typed; results and events are ours.
 */
import { z } from 'zod';
import { exportFormats } from '../exporters/types';
import type { ModelInfo, TokenCount } from '../analysis/types';
import type { TiersPanel } from '../assemblers/panels';
import type { Sequence } from '../cache/script/sequence';
import type { Buffer, JournalState } from './buffer';
import { sentBefore, triedBreakpoints, type CacheTarget, type EditCostReply } from './cache-panel';
import type { SimulationView, UsageView, VolatilityView } from './cache-view';
import type { CatalogComparison, SentComparison } from './comparisons';
import type { Delta } from './delta';
import type { Inspection } from './inspection';
import type { Matrix } from './matrix';
import type { MovedSpans } from './moved-spans';
import { snapshot, type Snapshot } from './snapshot';

export type { Buffer, DiskSide, JournalState } from './buffer';

const settings = z.record(z.string(), z.json());
const id = z.string().max(4096);
const folder = id;
const ground = z.number().int();
const offset = z.number().int().min(0);
const maxText = 64 * 1024 * 1024;
/** A replacement in the text that the edit `after` left, in UTF-16 offsets of it. */
const splice = z.object({ after: z.number().int(), start: offset, end: offset, text: z.string().max(maxText) });
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

export const channels = {
  'workspace:choose': z.tuple([]),
  'workspace:open': z.tuple([id]),
  'workspace:recent': z.tuple([]),
  'workspace:examples': z.tuple([]),
  /** What was open when the run before did not end as it should. */
  'workspace:left': z.tuple([]),
  'window:open': z.tuple([id.optional()]),
  'models:list': z.tuple([]),
  'schemas:list': z.tuple([]),
  'inspection:get': z.tuple([]),
  'inspection:configure': z.tuple([
    z.object({ architecture: z.string().optional(), settings: settings.optional(), model: z.string().optional() }),
  ]),
  /** A build with other choices, or of another folder, beside the one on screen. */
  /** Lets the open folder read files outside itself, of those it asks for; or takes that back. Remembered. */
  'trust:allow': z.tuple([z.array(z.string().max(4096)).max(10_000)]),
  'trust:revoke': z.tuple([z.array(z.string().max(4096)).max(10_000)]),
  'inspection:peek': z.tuple([
    z.object({ folder: id.optional(), architecture: z.string().optional(), settings: settings.optional() }),
  ]),
  'baseline:get': z.tuple([]),
  'baseline:set': z.tuple([snapshot.nullable()]),
  /** A file belongs to a folder: each of these names both, and is refused when another folder is open by then. */
  'buffer:read': z.tuple([folder, id]),
  /** The text, and the `ground` of the buffer it was typed on. */
  'buffer:edit': z.tuple([folder, id, z.string().max(maxText), ground]),
  /** What changed in a long text since an edit before it. */
  'buffer:splice': z.tuple([folder, id, splice, ground]),
  /** Over what somebody else wrote only when the user saw that and chose: then its `ground` is named. */
  'buffer:save': z.tuple([folder, id, ground.optional()]),
  'buffer:revert': z.tuple([folder, id]),
  'prompt:secrets': z.tuple([copyScope, exportFormat]),
  /** What the format cannot say, or a provider would refuse: known before anything is copied. */
  'prompt:preview': z.tuple([copyScope, exportFormat]),
  'prompt:copy': z.tuple([copyScope, exportFormat, copyOptions]),
  'prompt:export': z.tuple([copyScope, exportFormat, copyOptions]),
  /** Writes a first strata.json into the folder and opens it; one that is there is never overwritten. */
  'layout:create': z.tuple([id]),
  /** A request, a cURL command, a HAR or JSON lines as text; its secrets are dropped before anything else happens. */
  'request:paste': z.tuple([z.string().max(maxText)]),
  /** Asks for a request file; the one on screen stays. */
  'request:choose': z.tuple([]),
  /**
   * Keeps the request of the clipboard as a file, without the secrets of its headers; its text never comes to the page.
   */
  'request:clipboard': z.tuple([]),
  'request:sequence': z.tuple([]),
  /** The request file at this path, and which of its requests from 1, against what is on screen. */
  'request:compare': z.tuple([id, z.number().int().min(1).optional()]),
  'matrix:run': z.tuple([
    z.object({ over: z.array(z.object({ name: z.string(), values: z.array(z.json()).max(200).optional() })).max(20) }),
  ]),
  'matrix:stop': z.tuple([]),
  /** What sending the build on screen would cost after the one named; with other breakpoints where some are tried. */
  'cache:edit-cost': z.tuple([sentBefore, triedBreakpoints.nullable()]),
  /** The build on screen, or the one of a revision that is still kept. */
  'cache:mark': z.tuple([z.enum(['sent', 'pinned']), z.number().int().optional()]),
  'cache:targets': z.tuple([]),
  'cache:simulate': z.tuple([
    z.object({
      script: z.string().max(1_000_000),
      targets: z.array(z.string().max(400)).max(4),
      optimize: z.boolean(),
    }),
  ]),
  /** The text of a `usage`, or of a response that has one. */
  'cache:usage': z.tuple([z.string().max(maxText), sentBefore]),
  'cache:volatility': z.tuple([]),
  /**
   * The input tokens a provider reported for what is on screen: the estimates of this workspace are corrected by it.
   */
  'counts:calibrate': z.tuple([z.number().int().min(1).max(1_000_000_000)]),
  /** What asking the provider's counting endpoint would send, and where; nothing is sent. */
  'counts:plan': z.tuple([]),
  /**
   * Asks the provider's counting endpoint, with a key from the environment or the keychain, and corrects by its answer.
   */
  'counts:ask': z.tuple([copyOptions]),
  'counts:stop': z.tuple([]),
  'counts:forget': z.tuple([]),
  /** Plays a turn of a design with tiers; the new state is an unsaved edit of its state file. */
  'tiers:turn': z.tuple([]),
  /** A folder to compare with; the one on screen stays. */
  'folder:choose': z.tuple([]),
  'catalog:compare': z.tuple([partSetName, partSetName]),
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

export interface Results {
  'workspace:choose': Inspection | null;
  'workspace:open': Inspection;
  'workspace:recent': readonly string[];
  'workspace:examples': readonly { readonly path: string; readonly title: string }[];
  /** Null when the run before ended as it should. */
  'workspace:left': { readonly text: string; readonly folders: readonly string[] } | null;
  'window:open': null;
  'models:list': readonly ModelInfo[];
  'schemas:list': readonly FileSchema[];
  'inspection:get': Inspection | null;
  'inspection:configure': Inspection;
  'inspection:peek': Inspection;
  'trust:allow': Inspection;
  'trust:revoke': Inspection;
  'baseline:get': Snapshot | null;
  'baseline:set': null;
  'buffer:read': Buffer;
  /** The number of the edit, to go on from. */
  'buffer:edit': number;
  /** Null when another text is there now than that edit left: then the whole is wanted. */
  'buffer:splice': number | null;
  'buffer:save': null;
  'buffer:revert': Buffer;
  'prompt:secrets': readonly SecretInfo[];
  'prompt:preview': CopyNotes;
  'prompt:copy': Copied;
  /** Null when the user chose no file. */
  'prompt:export': (Copied & { readonly path: string }) | null;
  'layout:create': Inspection;
  'request:paste': Inspection;
  'request:sequence': Sequence;
  /** Null when the user chose none. */
  'request:choose': string | null;
  /** The path of the kept file. */
  'request:clipboard': string;
  'request:compare': SentComparison;
  'matrix:run': Matrix;
  'matrix:stop': null;
  'cache:edit-cost': EditCostReply;
  'cache:mark': null;
  'cache:targets': readonly CacheTarget[];
  'cache:simulate': SimulationView;
  'cache:usage': UsageView;
  'cache:volatility': VolatilityView;
  'counts:calibrate': Inspection;
  'counts:plan': CountPlan;
  'counts:ask': ProviderCount;
  'counts:stop': null;
  'counts:forget': Inspection;
  'tiers:turn': PlayedTurn;
  /** Null when the user chose none. */
  'folder:choose': string | null;
  'catalog:compare': CatalogComparison;
}

/** What a turn moved, and the state file that is now edited and unsaved. */
export interface PlayedTurn {
  readonly moves: TiersPanel['moves'];
  readonly path: string;
}

/** The next inspection, as what changed since the one with revision `base`; with no base the delta is the whole. */
export interface InspectionChange {
  readonly revision: number;
  readonly base: number | null;
  /** Done to the document of the base before the delta is applied. */
  readonly moved?: MovedSpans;
  readonly delta: Delta;
}

export interface Events {
  'inspection:changed': InspectionChange;
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
export type Args<C extends Channel> = z.infer<(typeof channels)[C]>;
export type Reply<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: InspectorError };
export type Handlers = { readonly [C in Channel]: (...args: Args<C>) => Promise<Results[C]> };

export interface Bridge {
  invoke<C extends Channel>(channel: C, ...args: Args<C>): Promise<Reply<Results[C]>>;
  on<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): () => void;
  /** The path of a dropped file or folder, which the page itself may not see. */
  pathOf(file: unknown): string;
}

/**
 * What the preload exposes: the bridge with replies and events as JSON text. An inspection is tens of thousands of
 * small objects; copied through the context bridge it costs many times what parsing it once does.
 */
export interface Wire {
  /** The text of a `Reply`. */
  invoke(channel: string, ...args: readonly unknown[]): Promise<string>;
  /** The listener gets the text of the event's payload. */
  on(event: string, listener: (json: string) => void): () => void;
  pathOf(file: unknown): string;
}
