/** Ranges of the page's text, for highlights that do not change the page. */

/** From one character of an element's text to another; undefined if the element has no such characters. */
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

/** Scrolls a box to the middle of the view, or to its top if the box is higher than the view. */
export function centre(list: HTMLElement, box: DOMRect): void {
  const view = list.getBoundingClientRect();
  const off = box.top - view.top - Math.max(0, (view.height - box.height) / 2);
  if (Math.abs(off) > 2) list.scrollTop += off;
}
