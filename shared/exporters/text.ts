import { nodeText } from '../document/walk';
import { lossesOf } from './losses';
import type { Exporter } from './types';

/** The messages' texts, joined by a blank line. For a single message exactly its text. */
export const exportText: Exporter = (document) => ({
  mediaType: 'text/plain',
  body: document.messages.map(nodeText).join('\n\n'),
  warnings: lossesOf(document, 'Plain text', ['roles', 'images', 'tools', 'breakpoints']),
});
