import { rulePackSchema, type RulePack } from './rule-pack';
import anthropic from '../rules/anthropic.json';
import bedrock from '../rules/bedrock.json';
import deepseek from '../rules/deepseek.json';
import gemini from '../rules/gemini.json';
import openai from '../rules/openai.json';
import openrouter from '../rules/openrouter.json';

/** Validated on load: a shipped pack that does not fit its schema is a bug and throws. */
export const shippedPacks: readonly RulePack[] = [anthropic, openai, gemini, deepseek, bedrock, openrouter].map(
  (pack) => rulePackSchema.parse(pack),
);
