/** Pieces of work one after the other, in the order in which they were asked for. One that fails holds up none. */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = before.then(work);
    before = next.catch(() => undefined);
    return next;
  };
}
