import { maskSecrets } from '../sources/secrets/secrets';
import type { Snapshot } from './snapshot';

/** What is kept for months has no keys in it. Every character stays one, so that all places stay. */
export function withoutSecrets(pinned: Snapshot): Snapshot {
  return {
    ...pinned,
    text: maskSecrets(pinned.text).text,
    tools: pinned.tools.map((tool) => ({ ...tool, text: maskSecrets(tool.text).text })),
  };
}
