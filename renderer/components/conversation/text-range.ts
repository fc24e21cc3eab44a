/** Places of the page's text, for highlights that change nothing in it. */

/** From one character of an element's text to another; undefined if it has none there. */
export function rangeIn(element: Element, start: number, end: number): Range | undefined {
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let at = 0;
  let hasStart = false;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (!hasStart && start < at + length) {
      range.setStart(node, start - at);
      hasStart = true;
    }
    if (hasStart && end <= at + length) {
      range.setEnd(node, end - at);
      return range;
    }
    at += length;
  }
  return undefined;
}

export function isInView(list: HTMLElement, box: DOMRect): boolean {
  const view = list.getBoundingClientRect();
  return box.top >= view.top && box.bottom <= view.bottom;
}

/** What is higher than the view begins at its top. */
export function centre(list: HTMLElement, box: DOMRect): void {
  const view = list.getBoundingClientRect();
  const off = box.top - view.top - Math.max(0, (view.height - box.height) / 2);
  if (Math.abs(off) > 2) list.scrollTop += off;
}
