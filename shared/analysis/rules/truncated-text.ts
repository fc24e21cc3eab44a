import { section, nodeId, text, sourceId, frame } from '../../document/builders';
import { part, system } from './example';
import type { Rule } from './types';

/** A limit of the design truncated a file: the model never sees the rest. */
export const truncatedText: Rule = {
  id: 'truncated-text',
  title: 'A text was cut',
  severity: 'info',
  about: 'A file is longer than its design allows, and the rest is not sent. Shorten the file or split it.',
  alsoFrom: ['truncated', 'url-truncated', 'workspace-file-long', 'project-context-long', 'memory-long'],
  check: ({ document, machineOrCutLeaves }) =>
    document.messages.flatMap((message, index) =>
      (machineOrCutLeaves[index] ?? []).flatMap(({ owner, start, origin }) =>
        origin.kind === 'file' && origin.change === 'truncated'
          ? [
              {
                node: owner,
                at: { message: message.id, offset: start },
                message: 'The text after this place was cut off by a limit',
              },
            ]
          : [],
      ),
    ),
  examples: {
    good: () => system(part('A', 'L0', 'Whole.')),
    bad: () =>
      system(
        section(nodeId('system', 'A'), 'A', 'L0', [
          frame('x'),
          text('[... truncated ...]', {
            kind: 'file',
            source: sourceId('a.md'),
            span: { start: 3, end: 9 },
            change: 'truncated',
          }),
        ]),
      ),
  },
};
