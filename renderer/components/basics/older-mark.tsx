/** A result that was asked for stays, and says so when a newer build is on screen. */
export function OlderMark({ of, now }: { readonly of: number | undefined; readonly now: number }) {
  const text = olderText(of, now);
  return text === '' ? null : (
    <span className="older-mark" title="The build on screen is newer: ask again for its own">
      {text.slice(3)}
    </span>
  );
}

export function olderText(of: number | undefined, now: number): string {
  return of === undefined || of === now ? '' : ` · of revision ${of}`;
}
