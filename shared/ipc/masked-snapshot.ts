import { maskSecrets } from '../sources/secrets/secrets';
import type { Snapshot } from './snapshot';
import { writtenName } from './written-finding';

/** What is kept for months has no keys in it. Every character stays one, so that all places stay. */
export function withoutSecrets(pinned: Snapshot): Snapshot {
  return {
    ...pinned,
    cause: writtenName(pinned.cause),
    variant: writtenName(pinned.variant),
    text: maskSecrets(pinned.text).text,
    parts: pinned.parts.map((part) => ({ ...part, id: writtenName(part.id), name: writtenName(part.name) })),
    tools: pinned.tools.map((tool) => ({
      ...tool,
      id: writtenName(tool.id),
      name: writtenName(tool.name),
      text: maskSecrets(tool.text).text,
    })),
  };
}
