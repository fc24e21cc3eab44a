/** A hidden window draws no frames. Work then waits at most this many milliseconds. */
const longest = 100;

/**
 * Runs `work` once, after the next frame is drawn, so that it does not delay the frame. Calls before that frame are
 * merged into one.
 */
export function afterFrame(work: () => void): () => void {
  let waiting = false;
  const run = (): void => {
    if (!waiting) return;
    waiting = false;
    work();
  };
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => setTimeout(run));
    setTimeout(run, longest);
  };
}

/**
 * Defers work while a pressed key waits for its frame: the typed text is drawn first, and the work gets the next frame.
 * Without such a key the work runs at once. The order is kept.
 */
export function behindKeys(target: Pick<EventTarget, 'addEventListener'>): (work: () => void) => void {
  let isWaiting = false;
  let queue: (() => void)[] = [];
  const drawn = afterFrame(() => {
    isWaiting = false;
    const due = queue;
    queue = [];
    for (const work of due) work();
  });
  target.addEventListener(
    'keydown',
    () => {
      isWaiting = true;
      drawn();
    },
    true,
  );
  return (work) => {
    if (isWaiting) queue.push(work);
    else work();
  };
}
