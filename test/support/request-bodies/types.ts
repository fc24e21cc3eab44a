import fc from 'fast-check';
import type { BlockKind, RequestForm } from '../../../shared/document/types';
import type { Tree } from './tree';

/** A body and what is known of it without parsing it. */
export interface MadeBody {
  readonly form: RequestForm;
  readonly tree: Tree;
  readonly address?: string;
  readonly model: string | null;
  readonly provider: string | null;
  /** Names in sending order; those of a group follow it. */
  readonly tools: readonly string[];
  /** How many tools are outside groups. */
  readonly topTools: number;
  readonly system: readonly BlockKind[];
  readonly messages: readonly (readonly BlockKind[])[];
}

/** A content block and its kind. */
export interface Piece {
  readonly tree: Tree;
  readonly kind: BlockKind;
}

/** A message and its blocks. */
export interface MadeMessage {
  readonly tree: Tree;
  readonly kinds: readonly BlockKind[];
}

/** A tool and the names it defines. */
export interface MadeTool {
  readonly tree: Tree;
  readonly names: readonly string[];
}

export function piece(kind: BlockKind, tree: fc.Arbitrary<Tree>): fc.Arbitrary<Piece> {
  return tree.map((each) => ({ tree: each, kind }));
}

export function pieces(each: fc.Arbitrary<Piece>, maxLength = 4): fc.Arbitrary<readonly Piece[]> {
  return fc.array(each, { maxLength });
}

export function listOf(each: readonly { readonly tree: Tree }[], hasPoints = false): Tree {
  return { items: each.map(({ tree }) => tree), hasPoints };
}

export function kindsOf(each: readonly Piece[]): readonly BlockKind[] {
  return each.map(({ kind }) => kind);
}

/** Base64 of some bytes; each image has its own. */
export const imageBytes: fc.Arbitrary<string> = fc
  .uint8Array({ minLength: 6, maxLength: 9 })
  .map((bytes) => Buffer.from(bytes).toString('base64'));
export const imageData: fc.Arbitrary<Tree> = imageBytes.map((bytes) => `"${bytes}"`);

export const toolName = fc.constantFrom('read', 'write', 'grep', 'exec_command', 'apply-patch', 'a.b');
