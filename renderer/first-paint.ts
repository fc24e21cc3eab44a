let marked = false;

/**
 * Marks, in the page's performance timeline, the end of the first frame that shows a prompt. Start time is measured by
 * it.
 */
export function markFirstPrompt(): void {
  if (marked) return;
  marked = true;
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    // The first task after a frame's callbacks runs when its rendering is done.
    port1.onmessage = () => {
      performance.mark('first-prompt');
      port1.close();
    };
    port2.postMessage(null);
  });
}
