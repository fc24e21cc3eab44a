/** Messages in the order they were sent. Agents send what follows one another in one role as one message. */
import { listPieces, objectPieces } from './pieces';
import type { Piece } from './types';

export interface Turn<Role extends string> {
  readonly role: Role;
  /** Content blocks, or parts. */
  readonly content: readonly (readonly Piece[])[];
}

export function joinedTurns<Role extends string>(turns: readonly Turn<Role>[]): readonly Turn<Role>[] {
  const joined: Turn<Role>[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (turn.content.length === 0) continue;
    if (last?.role === turn.role) joined[joined.length - 1] = { ...last, content: [...last.content, ...turn.content] };
    else joined.push(turn);
  }
  return joined;
}

/** `messages` of the Messages API. */
export function messagePieces(turns: readonly Turn<'user' | 'assistant'>[]): readonly Piece[] {
  return listPieces(
    joinedTurns(turns).map(({ role, content }) =>
      objectPieces({ role: JSON.stringify(role), content: listPieces(content) }),
    ),
  );
}

export function textBlock(text: Piece): readonly Piece[] {
  return objectPieces({ type: '"text"', text });
}
