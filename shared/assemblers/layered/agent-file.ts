/** Reads `agents/{id}/AGENT.md`: front matter, and a body that is the identity (docs/designs/layered.md, Input). */
import { z } from 'zod';
import { configAt, configChild, type ConfigNode } from '../../sources/config/config-node';
import { finding, type Finding } from '../../sources/findings';
import { baseName, folderOf } from '../../sources/paths';
import { ropeText, trimRope, type Rope } from '../../sources/text/rope';
import type { SourceFile } from '../../sources/types';
import {
  fieldPlace,
  isSet,
  missingField,
  readDefinition,
  textField,
  unknownKeys,
  wrongField,
  type Definition,
} from './front-matter-fields';
import { substitute, type Variables } from './variables';

export const agentSchema = z.looseObject({
  name: z.string(),
  description: z.string().optional(),
  llm: z
    .looseObject({
      provider: z.string().optional(),
      model: z.string().optional(),
      api_key: z.string().optional(),
      api_base: z.string().optional(),
      temperature: z.number().optional(),
      max_tokens: z.number().optional(),
    })
    .optional(),
  allow_skills: z.boolean().optional(),
  max_concurrency: z.number().int().min(1).optional(),
});

export interface AgentFile {
  readonly source: SourceFile;
  readonly id: string;
  readonly name: string | undefined;
  readonly allowSkills: boolean;
  /** `llm.model`; empty if the agent names none. */
  readonly model: Rope;
  /** The body after replacing variables, trimmed. */
  readonly identity: Rope;
  readonly findings: readonly Finding[];
}

export function agentIdOf(source: SourceFile): string {
  return baseName(folderOf(source.path));
}

/** Returns the agent's name for the list of agents. */
export function agentName(source: SourceFile): string | undefined {
  const name = textField(configChild(readDefinition(source, rule, 'error').data, 'name'));
  return name === undefined || name.length === 0 ? undefined : ropeText(name);
}

const rule = 'agent-definition';
const nameNote = 'Begin the file with a line of ---, then name: …, then a line of --- again.';

/** Whatever the design's own loader refuses is an error. The prompt is built from the rest. */
export function readAgent(source: SourceFile, variables: Variables): AgentFile {
  const definition = readDefinition(source, rule, 'error');
  const { data } = definition;
  const name = textField(configChild(data, 'name'));
  const identity = substitute(definition.body, variables);
  const allowed = truth(configChild(data, 'allow_skills'));
  return {
    source,
    id: agentIdOf(source),
    name: name === undefined || name.length === 0 ? undefined : ropeText(name),
    allowSkills: allowed === true,
    model: textField(configAt(data, ['llm', 'model'])) ?? [],
    identity: trimRope(identity.rope),
    findings: [
      ...definition.findings,
      ...shapeFindings(definition),
      ...unknownKeys(definition, Object.keys(agentSchema.shape), 'agent-key'),
      ...identity.findings,
    ],
  };
}

/** After a YAML syntax error, further findings would only be consequences of it. */
function shapeFindings(definition: Definition): readonly Finding[] {
  const { data, broken } = definition;
  if (broken) return [];
  const found: Finding[] = [];
  const wrong = (key: string, expected: string): void => {
    found.push(wrongField(definition, key, expected, rule, 'error'));
  };
  const name = configChild(data, 'name');
  if (isSet(name) && name.kind !== 'string') wrong('name', 'a text');
  else if (!isSet(name)) {
    found.push(
      finding(
        'error',
        rule,
        `The agent has no name: ${missingField(definition, 'name')}`,
        fieldPlace(definition, 'name'),
        { note: nameNote },
      ),
    );
  }
  const description = configChild(data, 'description');
  if (description !== undefined && description.kind !== 'string') wrong('description', 'a text');
  const skills = configChild(data, 'allow_skills');
  if (skills !== undefined && truth(skills) === undefined) wrong('allow_skills', 'true or false');
  const concurrency = configChild(data, 'max_concurrency');
  const count = concurrency?.kind === 'scalar' ? concurrency.value : undefined;
  if (concurrency !== undefined && !(typeof count === 'number' && Number.isInteger(count) && count >= 1))
    wrong('max_concurrency', 'a whole number of at least 1');
  const llm = configChild(data, 'llm');
  if (isSet(llm) && llm.kind !== 'object') wrong('llm', 'a list of keys');
  const model = configChild(llm, 'model');
  if (model !== undefined && model.kind !== 'string') {
    found.push(
      finding('error', rule, 'llm.model should be a text', { source: definition.source.id, span: model.span }),
    );
  }
  return found;
}

/** The loader also accepts 1, 0, yes, no, on, off and one-letter forms as booleans. */
function truth(node: ConfigNode | undefined): boolean | undefined {
  if (node?.kind !== 'string' && node?.kind !== 'scalar') return undefined;
  const word = String(node.value).toLowerCase();
  if (['true', 't', 'yes', 'y', 'on', '1'].includes(word)) return true;
  return ['false', 'f', 'no', 'n', 'off', '0'].includes(word) ? false : undefined;
}
