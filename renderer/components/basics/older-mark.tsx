import { olderMarkWords as words } from '../../words/window/basics';
/** A requested result stays on screen, and is marked once a newer build is shown. */
export function OlderMark({ of, now }: { readonly of: number | undefined; readonly now: number }) {
  const text = olderText(of, now);
  return text === '' ? null : (
    <span className="older-mark" title={words.hint}>
      {text.slice(3)}
    </span>
  );
}

export function olderText(of: number | undefined, now: number): string {
  return of === undefined || of === now ? '' : words.ofRevision(of);
}
