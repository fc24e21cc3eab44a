/** Matches settings with files, and reports settings that match nothing. */
import { byCodePoint } from '../../basics/code-point-order';
import { setting } from '../../document/builders';
import { finding, placeOf, type Finding, type WithFindings } from '../../sources/findings';
import { filesAs, missingAs } from '../../sources/lookup';
import { ropeText } from '../../sources/text/rope';
import type { SourceFile, Sources } from '../../sources/types';
import { control, textSetting } from '../settings';
import type { AssembleInput, Control } from '../types';
import { agentIdOf, agentName, type AgentFile } from './agent-file';
import { modes, type Mode, type ModelName } from './model';

function agentFiles(sources: Sources): readonly SourceFile[] {
  const byId = new Map(filesAs(sources, 'agents').map((file) => [agentIdOf(file), file]));
  return [...byId.keys()].toSorted(byCodePoint).flatMap((id) => byId.get(id) ?? []);
}

/** Chooses only among agents that were found: a setting never names a path. */
export function selectedAgent({ settings, sources }: AssembleInput): SourceFile | undefined {
  const wanted = textSetting(settings, 'agent');
  const files = agentFiles(sources);
  return wanted === undefined ? files[0] : files.find((file) => agentIdOf(file) === wanted);
}

export function unknownAgent({ settings, sources }: AssembleInput): Finding {
  const wanted = textSetting(settings, 'agent');
  const found = agentFiles(sources).map(agentIdOf);
  if (wanted === undefined || found.length === 0) {
    const none =
      missingAs(sources, 'agents').length > 0
        ? 'No agents/*/AGENT.md of this folder can be read'
        : 'There is no agents/*/AGENT.md in this folder';
    return finding('error', 'unknown-agent', none);
  }
  return finding('error', 'unknown-agent', `There is no agent "${wanted}"; found: ${found.join(', ')}`);
}

/** layered, rule 1: an unknown mode is an error that lists the three modes; `full` is built instead. */
export function chosenMode({ settings }: AssembleInput): WithFindings<Mode> {
  const wanted = textSetting(settings, 'mode') ?? 'full';
  const value = modes.find((mode) => mode === wanted);
  if (value !== undefined) return { value, findings: [] };
  return {
    value: 'full',
    findings: [
      finding(
        'error',
        'unknown-mode',
        `There is no mode "${wanted}": the modes are ${modes.join(', ')}; full is built`,
      ),
    ],
  };
}

/** The setting, else `llm.model` of AGENT.md, else the manifest's model, else `unknown`. */
export function modelName({ settings, manifest }: AssembleInput, agent: AgentFile | undefined): ModelName {
  const wanted = textSetting(settings, 'model');
  if (wanted !== undefined) return { from: 'setting', rope: [setting('model', wanted)] };
  if (agent !== undefined && agent.model.length > 0) return { from: 'agent', rope: agent.model };
  if (manifest.model !== undefined && manifest.model !== '')
    return { from: 'manifest', rope: [setting('model', manifest.model)] };
  return { from: 'unknown' };
}

export function unknownModel(agent: AgentFile): Finding {
  const note = 'Set llm.model in AGENT.md, or model in strata.json.';
  return finding(
    'warning',
    'model-unknown',
    'Nothing names a model: the runtime layer says "unknown"',
    placeOf(agent.source.id),
    { note },
  );
}

export interface Chosen {
  readonly agent: AgentFile | undefined;
  readonly mode: Mode;
  readonly channel: string;
  readonly message: string;
  readonly model: ModelName;
}

export function controlsOf(
  { settings, sources }: AssembleInput,
  { agent, mode, channel, message, model }: Chosen,
): readonly Control[] {
  const agents = agentFiles(sources).map((file) => {
    const id = agentIdOf(file);
    const name = agentName(file);
    return { value: id, label: name === undefined ? id : `${name} (${id})` };
  });
  const modelFrom =
    model.from === 'agent'
      ? { from: 'llm.model of AGENT.md' }
      : model.from === 'manifest'
        ? { from: 'model of strata.json' }
        : {};
  return [
    control(settings, 'agent', agent?.id ?? textSetting(settings, 'agent') ?? '', { choices: agents }),
    control(settings, 'mode', mode, { choices: modes.map((value) => ({ value, label: value })) }),
    control(settings, 'channel', channel),
    control(settings, 'message', message),
    control(settings, 'model', model.from === 'unknown' ? 'unknown' : ropeText(model.rope), modelFrom),
  ];
}
