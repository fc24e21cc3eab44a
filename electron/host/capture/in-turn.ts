/** Runs pieces of work one after the other, in the order of the calls. One that fails does not stop the next. */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = before.then(work);
    before = next.catch(() => undefined);
    return next;
  };
}
