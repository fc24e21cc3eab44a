/** The stops of the tour, and where its card stands beside what it points at. */

export interface TourStop {
  /** The `data-tour` of the part. If it is not on screen, `or` is pointed at. */
  readonly at: string;
  readonly or?: string;
  readonly title: string;
  readonly text: string;
  /** Is opened first, so that the part shows what the text is about. */
  readonly panel?: 'cache';
  /** A file is opened first if none is, so that there is a source to point at. */
  readonly needsFile?: true;
}

export const tourStops: readonly TourStop[] = [
  {
    at: 'ruler',
    title: 'The whole request, to scale',
    text:
      'Every band is a section, as tall as its tokens, in the order the model reads them. Colours say how often a ' +
      'band changes. The lines across it are cache breakpoints.',
  },
  {
    at: 'sections',
    title: 'What is in it, and what is not',
    text: 'The rows add up to the total. Dimmed rows were left out: each says why, and what it would cost.',
  },
  {
    at: 'prompt',
    title: 'The exact text',
    text:
      'This is what is sent, character for character. Click any text to open the file it comes from, at that ' +
      'character.',
  },
  {
    at: 'source',
    or: 'prompt',
    needsFile: true,
    title: 'Edit, and watch the prompt follow',
    text:
      'What you type in a file is in the prompt at once, before you save. So is what other programs write. Put the ' +
      'cursor into a file, and what it became lights up in the prompt.',
  },
  {
    at: 'panels',
    panel: 'cache',
    title: 'What your edit costs',
    text:
      'Every panel begins with the answer to its question. Cache says which breakpoints an edit breaks and what the ' +
      'next request costs. Changes shows what an edit or a setting did. Findings lists problems and what to do.',
  },
  {
    at: 'copy',
    title: 'Take it with you',
    text: 'Copy gives exactly what is sent: as text, as JSON for a provider, or as a cURL command.',
  },
];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const gap = 14;

/** Beside the part where there is room: right, left, below, above; else over its middle. In pixels of the window. */
export function cardPlace(part: Box, card: Size, window: Size): { readonly left: number; readonly top: number } {
  const within = (left: number, top: number) => ({
    left: Math.max(gap, Math.min(window.width - card.width - gap, left)),
    top: Math.max(gap, Math.min(window.height - card.height - gap, top)),
  });
  const middle = (part.top + part.bottom - card.height) / 2;
  const centre = (part.left + part.right - card.width) / 2;
  if (part.right + card.width + 2 * gap <= window.width) return within(part.right + gap, middle);
  if (part.left - card.width - 2 * gap >= 0) return within(part.left - card.width - gap, middle);
  if (part.bottom + card.height + 2 * gap <= window.height) return within(centre, part.bottom + gap);
  if (part.top - card.height - 2 * gap >= 0) return within(centre, part.top - card.height - gap);
  return within(centre, middle);
}
