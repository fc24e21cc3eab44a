/** Starting an agent in a terminal of the system: what would be run, named in full before it is, and the run itself. */
import { delimiter } from 'node:path';
import { agentNames, type AgentId } from '../../../../shared/assemblers/agents/names';
import type { AgentStart, ReadyStart } from '../../../../shared/ipc/captures';
import { makeWatchedFolder, removeWatchedFolder, writeWatched } from '../watched-folders';
import type { RunChange } from '../ways';
import { fileNamesOf, findProgram, placesOutside } from './find-program';
import { startScript } from './shell-text';
import { findTerminal, linuxTerminals, openTerminal, type Terminal } from './terminals';

export interface StartPlaces {
  /** What the window shows. Nothing in it is ever run. */
  readonly opened: string | null;
  /** Where the agent is to work. Nothing in it is run either. */
  readonly folder: string | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** A window that was not started from a shell has a short PATH on macOS. */
const usualOnMac = ['/opt/homebrew/bin', '/usr/local/bin'];

interface Found {
  /** The PATH without places in the folders. */
  readonly places: readonly string[];
  readonly program: string | undefined;
  readonly terminal: Terminal | undefined;
}

function find(agent: AgentId, { opened, folder, environment, platform }: StartPlaces): Found {
  const folders = [opened, folder].filter((each) => each !== null);
  const usual = platform === 'darwin' ? usualOnMac : [];
  const places = placesOutside(folders, [environment['PATH'] ?? '', ...usual].join(delimiter));
  return {
    places,
    program: findProgram(fileNamesOf(agentNames[agent].program, platform), places, folders),
    terminal: findTerminal(platform, places, folders, environment['SystemRoot']),
  };
}

/** What starting the agent would run, or what is missing for it. */
export function startOf(agent: AgentId, places: StartPlaces): AgentStart {
  const { program, terminal } = find(agent, places);
  if (program === undefined) return { kind: 'no-program', name: agentNames[agent].program };
  if (terminal === undefined) return { kind: 'no-terminal', looked: linuxTerminals.map(([name]) => name) };
  if (places.folder === null) return { kind: 'no-folder' };
  return { kind: 'ready', program, terminal: terminal.program, folder: places.folder };
}

/**
 * Opens the agent in a terminal, with what this run needs. The script holds the relay's secret: it is for the owner
 * alone. Returns the folder of the script, to be removed when the capture ends; undefined if what was named to the user
 * is not what would be run now.
 */
export async function startInTerminal(
  agent: AgentId,
  named: ReadyStart,
  { environment, args }: RunChange,
  places: StartPlaces,
  failed: (code: number | NodeJS.Signals) => void,
): Promise<string | undefined> {
  const { platform } = places;
  const { program, terminal, folder } = named;
  const found = find(agent, places);
  if (found.program !== program || found.terminal?.program !== terminal || places.folder !== folder) return undefined;
  // On macOS the terminal has the PATH of the user's shell.
  const path: Readonly<Record<string, string>> = platform === 'darwin' ? {} : { PATH: found.places.join(delimiter) };
  const text = startScript(program, { environment: { ...path, ...environment }, args }, folder, platform);
  const own = makeWatchedFolder();
  const script = await writeWatched(own, platform === 'win32' ? 'start.ps1' : 'start.command', text, 0o700);
  try {
    await openTerminal(found.terminal, script, { folder: own, env: { ...places.environment, ...path } }, failed);
    return own;
  } catch (error) {
    removeWatchedFolder(own);
    throw error;
  }
}
