import { maskSecrets } from '../sources/secrets/secrets';
import type { Snapshot } from './snapshot';

/** Masks secrets in what is stored for months. The length of the text, and so every offset, stays the same. */
export function withoutSecrets(pinned: Snapshot): Snapshot {
  return {
    ...pinned,
    text: maskSecrets(pinned.text).text,
    tools: pinned.tools.map((tool) => ({ ...tool, text: maskSecrets(tool.text).text })),
  };
}
