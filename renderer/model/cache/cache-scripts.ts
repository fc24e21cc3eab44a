/** Ready turn scripts: what a session usually does, in the lines of the script language. */
import type { PromptDocument, PromptNode, SectionNode } from '../../../shared/document/types';

export interface ReadyScript {
  readonly id: string;
  readonly label: string;
  readonly text: string;
}

/** The most breakpoints that providers allow in one request. */
const mostBreakpoints = 4;

const turns = (count: number, lines: readonly string[]): readonly string[] =>
  Array.from({ length: count }, () => lines).flat();

export function readyScripts(document: PromptDocument): readonly ReadyScript[] {
  const edited = editedSection(document);
  // With one breakpoint more than allowed, the provider refuses the request.
  const moves = document.breakpoints.length < mostBreakpoints;
  const script = (id: string, label: string, about: string, lines: readonly string[]): ReadyScript => ({
    id,
    label,
    text: [`# ${about}`, ...lines, ''].join('\n'),
  });
  return [
    script(
      'chat',
      'steady chat',
      moves
        ? 'A conversation grows; one breakpoint moves with its end.'
        : 'A conversation grows after the breakpoints of the request.',
      [...(moves ? ['auto 5m'] : []), 'send', ...turns(5, ['add assistant 200', 'add user 60', 'wait 40s', 'send'])],
    ),
    script('edit', 'edit each turn', 'Somebody works on the prompt while it is used.', [
      'send',
      ...turns(4, [...(edited === undefined ? [] : [`edit ${edited}`]), 'wait 30s', 'send']),
    ]),
    script('idle', 'idle 6 minutes', 'A break that is longer than the usual lifetime.', [
      'send',
      'wait 1m',
      'send',
      'wait 6m',
      'send',
      'wait 1m',
      'send',
    ]),
    script('fan-out', 'fan-out', 'Five at once all write; five sent after the first response began read it.', [
      'stream 20s',
      'send x5',
      'wait 10m',
      'send',
      'wait 5s',
      'send x5',
    ]),
    script('tools', 'a tool is added', 'Tools come before everything else.', [
      'send',
      'wait 30s',
      'send',
      'tool add search 150',
      'wait 30s',
      'send',
      'wait 30s',
      'send',
    ]),
  ];
}

/** The last section before the text that changes every turn: the part of the cached prefix that people edit most. */
function editedSection({ messages }: PromptDocument): string | undefined {
  const sections = messages
    .filter(({ tier }) => tier !== 'active')
    .flatMap(({ children }) => children.filter(isStable));
  return sections.at(-1)?.id ?? messages[0]?.id;
}

function isStable(node: PromptNode): node is SectionNode {
  return node.type === 'section' && node.tier !== 'active';
}
