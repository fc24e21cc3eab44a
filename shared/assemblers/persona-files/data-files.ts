/** The data folder's own files. A save in the project does not change them, so they are not read again. */
import { memoLast } from '../../basics/memo';
import type { Finding } from '../../sources/findings';
import type { Facts, SourceRequest, Sources } from '../../sources/types';
import type { DataFiles } from './model';
import { readIdentity, readSoul, readUser } from './persona';
import { readRuntime } from './runtime';
import { readSkills } from './skills';
import { readTools } from './tools';
import { readWorkspaceFiles } from './workspace-files';

export const dataFileRequests: readonly SourceRequest[] = [
  { kind: 'file', as: 'identity', root: 'workspace', path: 'IDENTITY.md' },
  { kind: 'file', as: 'soul', root: 'workspace', path: 'SOUL.md' },
  { kind: 'file', as: 'user', root: 'workspace', path: 'USER.md' },
  { kind: 'file', as: 'agents', root: 'workspace', path: 'AGENTS.md' },
  { kind: 'file', as: 'toolsGuide', root: 'workspace', path: 'TOOLS.md' },
  { kind: 'file', as: 'runtime', root: 'workspace', path: 'runtime.json' },
  { kind: 'file', as: 'tools', root: 'workspace', path: 'tools.json' },
  { kind: 'glob', as: 'skills', root: 'workspace', pattern: 'skills/*/SKILL.md' },
];

const roles: ReadonlySet<string> = new Set(
  dataFileRequests.flatMap((request) => (request.kind === 'file' || request.kind === 'glob' ? [request.as] : [])),
);

/** Includes the findings that matter only if a component is used. */
export interface ReadDataFiles {
  readonly own: DataFiles;
  readonly findings: Readonly<
    Record<'persona' | 'runtime' | 'skills' | 'workspaceFiles' | 'tools', readonly Finding[]>
  >;
}

/** Keyed by the `missing` list, which stays the same object while it is unchanged. */
const lastRead = memoLast<Sources['missing'], ReturnType<typeof readNow>>();

/** Results that use this machine's facts or clock are not reused: those change each time. */
export function readDataFiles(sources: Sources, facts: Facts, useThisMachine: boolean): ReadDataFiles {
  if (useThisMachine) return readNow(sources, facts, true).read;
  const files = sources.files.filter(({ as }) => roles.has(as));
  const { read, usesClock } = lastRead(sources.missing, files, () => readNow(sources, facts, false));
  return usesClock ? readNow(sources, facts, false).read : read;
}

function readNow(
  sources: Sources,
  facts: Facts,
  useThisMachine: boolean,
): { readonly read: ReadDataFiles; readonly usesClock: boolean } {
  const identity = readIdentity(sources);
  const user = readUser(sources);
  const runtime = readRuntime(sources, facts, { useThisMachine, location: user.value.location });
  const skills = readSkills(sources);
  const files = readWorkspaceFiles(sources);
  const tools = readTools(sources);
  const read: ReadDataFiles = {
    own: {
      identity: identity.value,
      soul: readSoul(sources),
      user: user.value.name,
      runtime: runtime.value,
      skills: skills.value,
      workspaceFiles: files.value,
      tools: tools.value,
    },
    findings: {
      persona: [...identity.findings, ...user.findings],
      runtime: runtime.findings,
      skills: skills.findings,
      workspaceFiles: files.findings,
      tools: tools.findings,
    },
  };
  return { read, usesClock: user.value.location?.updatedAt !== undefined };
}
