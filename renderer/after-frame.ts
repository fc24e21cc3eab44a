/** A hidden window draws no frames: then the work is not put off for longer than this, in milliseconds. */
const longest = 100;

/** Runs `work` once the next frame is drawn, so that it does not hold up what the frame shows; asked again before that, only once. */
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
