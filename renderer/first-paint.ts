let marked = false;

/**
 * Marks, in the page's own timeline, the end of the first frame that shows a prompt: how long a start takes is measured
 * by it.
 */
export function markFirstPrompt(): void {
  if (marked) return;
  marked = true;
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    // The first task behind a frame's callbacks comes when its rendering is done.
    port1.onmessage = () => {
      performance.mark('first-prompt');
      port1.close();
    };
    port2.postMessage(null);
  });
}
