/**
 * The bridge between window and main process: every channel, its argument schema, its result, every event.
 * Arguments come from a page, so they are checked by schema and not only typed; results and events are ours.
 */
import { z } from 'zod';
import type { Inspection } from './inspection';

const settings = z.record(z.string(), z.json());
const id = z.string().max(4096);
const maxText = 64 * 1024 * 1024;

export const copyScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('node'), id }),
  z.object({ kind: z.literal('tier'), tier: z.enum(['L0', 'L1', 'L2', 'L3', 'active']) }),
]);
export const exportFormat = z.enum(['text', 'markdown', 'messages', 'anthropic', 'openai', 'document']);
export type CopyScope = z.infer<typeof copyScope>;
export type ExportFormat = z.infer<typeof exportFormat>;

export const channels = {
  'workspace:choose': z.tuple([]),
  'workspace:open': z.tuple([id]),
  'workspace:recent': z.tuple([]),
  'workspace:examples': z.tuple([]),
  'inspection:get': z.tuple([]),
  'inspection:configure': z.tuple([
    z.object({ architecture: z.string().optional(), settings: settings.optional(), model: z.string().optional() }),
  ]),
  'buffer:read': z.tuple([id]),
  'buffer:edit': z.tuple([id, z.string().max(maxText)]),
  'buffer:save': z.tuple([id]),
  'buffer:revert': z.tuple([id]),
  'prompt:copy': z.tuple([copyScope, exportFormat]),
} as const;

export interface Buffer {
  readonly id: string;
  readonly text: string;
  /** What is on disk, when that differs from what the edit began with. */
  readonly disk?: string;
  readonly dirty: boolean;
}

export interface Results {
  'workspace:choose': Inspection | null;
  'workspace:open': Inspection;
  'workspace:recent': readonly string[];
  'workspace:examples': readonly { readonly path: string; readonly title: string }[];
  'inspection:get': Inspection | null;
  'inspection:configure': Inspection;
  'buffer:read': Buffer;
  'buffer:edit': null;
  'buffer:save': null;
  'buffer:revert': Buffer;
  'prompt:copy': { readonly characters: number; readonly tokens: number; readonly format: ExportFormat };
}

export interface Events {
  'inspection:changed': Inspection;
  'workspace:failed': InspectorError;
  'menu:command': MenuCommand;
}

export type MenuCommand = 'open-folder' | 'save' | 'save-all' | 'copy-prompt' | 'find' | 'palette';

export type ErrorCode = 'bad-arguments' | 'forbidden' | 'not-found' | 'no-workspace' | 'outside-workspace' | 'io' | 'bug';

export interface InspectorError {
  readonly code: ErrorCode;
  readonly message: string;
}

export type Channel = keyof typeof channels;
export type Args<C extends Channel> = z.infer<(typeof channels)[C]>;
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: InspectorError };
export type Handlers = { readonly [C in Channel]: (...args: Args<C>) => Promise<Results[C]> };

export interface Bridge {
  invoke<C extends Channel>(channel: C, ...args: Args<C>): Promise<Reply<Results[C]>>;
  on<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): () => void;
  /** The path of a dropped file or folder, which the page itself may not see. */
  pathOf(file: unknown): string;
}
