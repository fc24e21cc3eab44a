import type { LeafSpan } from '../../document/layout';
import type { TextPlace } from './texts';
import type { RuleProblem } from './types';

export function leafOf({ layout, offset }: TextPlace): LeafSpan | undefined {
  return layout.leafAt(offset);
}

/** False for conversation: rules about how a prompt is written do not apply to what people say. */
export function isWritten({ message }: TextPlace): boolean {
  return message.purpose !== 'history' && message.purpose !== 'prompt';
}

export function problemAt(place: TextPlace, message: string, note?: string): RuleProblem {
  const { layout, offset } = place;
  return {
    node: leafOf(place)?.owner ?? layout.message,
    at: { message: layout.message, offset },
    message,
    ...(note === undefined ? {} : { note }),
  };
}

const inlineCode = /`[^`\n]+`/g;

/** Blanks out inline code; offsets stay the same. */
export function withoutInlineCode(text: string): string {
  return text.includes('`') ? text.replaceAll(inlineCode, (code) => ' '.repeat(code.length)) : text;
}
