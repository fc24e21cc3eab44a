import { maskSecrets } from '../../sources/secrets/secrets';
import type { Snapshot } from './snapshot';
import { writtenName } from './written-finding';

/** Masks secrets in what is stored for months. The length of the text, and so every offset, stays the same. */
export function withoutSecrets(pinned: Snapshot): Snapshot {
  return {
    ...pinned,
    cause: writtenName(pinned.cause),
    variant: writtenName(pinned.variant),
    text: maskSecrets(pinned.text).text,
    parts: pinned.parts.map(withoutNames),
    ...(pinned.own === undefined ? {} : { own: pinned.own.map(withoutNames) }),
    ...(pinned.images === undefined ? {} : { images: pinned.images.map(withoutNames) }),
    tools: pinned.tools.map((tool) => ({
      ...tool,
      id: writtenName(tool.id),
      name: writtenName(tool.name),
      text: maskSecrets(tool.text).text,
    })),
  };
}

function withoutNames<Part extends { readonly id: string; readonly name: string }>(part: Part): Part {
  return { ...part, id: writtenName(part.id), name: writtenName(part.name) };
}
