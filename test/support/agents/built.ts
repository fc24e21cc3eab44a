import { createSession } from '../../../electron/host/session';
import { trustInMemory } from '../../../electron/host/disk/access/trust';
import { analyzeNothing } from '../host/notes';
import { nodeText, visit } from '../../../shared/document/walk';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import type { LearnedFrame } from '../../../shared/sources/learned-frame';
import type { Sandbox } from './sandbox';
import type { Stretches } from './wire';

/** Builds a folder as one agent with the real host, by default with trust in what it asks for outside itself. */
export async function buildAs(
  architecture: string,
  folder: string,
  home: string,
  isTrusted = true,
): Promise<Inspection> {
  const session = createSession({
    watch: false,
    analyze: analyzeNothing,
    facts: { home },
    trust: trustInMemory({ paths: [], all: isTrusted }),
  });
  try {
    return await session.open(folder, { architecture });
  } finally {
    await session.close();
  }
}

/** The same with a learned frame and a prompt. */
export async function buildFramed(
  architecture: string,
  { folder, home }: Pick<Sandbox, 'folder' | 'home'>,
  frame: LearnedFrame,
  prompt?: string,
): Promise<Inspection> {
  const session = createSession({
    watch: false,
    facts: { home },
    trust: trustInMemory({ paths: [], all: true }),
    frames: () => ({
      learned: (agent) => ({ agent, frames: [frame], problems: [] }),
      onChanged: () => () => undefined,
      close: () => undefined,
    }),
  });
  try {
    await session.open(folder, { architecture });
    return await session.configure({ settings: prompt === undefined ? {} : { prompt } });
  } finally {
    await session.close();
  }
}

/** The texts of the stretches by key; those without text are absent. */
export function builtStretches({ document }: Pick<Inspection, 'document'>): Stretches {
  const found: Record<string, string> = {};
  visit(document, (node, ancestors) => {
    if (node.type === 'section' && ancestors.length === 1)
      found[node.id.slice(node.id.indexOf('/') + 1)] = nodeText(node);
  });
  return found;
}
