import type { AgentStart } from '../../../shared/ipc/captures';

/** Why an agent cannot be started from here, and what to do instead. Null is an agent that Strata does not know. */
export function missingText(start: Exclude<AgentStart, { readonly kind: 'ready' }> | null): string {
  if (start === null) return 'Start the agent in a terminal of your own, with the lines that the capture shows.';
  switch (start.kind) {
    case 'no-program':
      return `${start.name} is not on the PATH of this window: start it in a terminal of your own.`;
    case 'no-terminal':
      return (
        `No terminal program was found (${start.looked.join(', ')}). ` + 'Start the agent in a terminal of your own.'
      );
    case 'no-folder':
      return 'No folder is open that the agent could work in: open one, or start the agent in a terminal of your own.';
  }
}
