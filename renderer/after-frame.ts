/** A hidden window draws no frames: then the work is not put off for longer than this, in milliseconds. */
const longest = 100;

/**
 * Runs `work` once the next frame is drawn, so that it does not hold up what the frame shows; asked again before that,
 * only once.
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
 * A way to put work off while a key that was pressed waits for its frame: what is typed is drawn first, and what it
 * causes gets a frame of its own. Without such a key the work is done at once; the order is kept.
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
