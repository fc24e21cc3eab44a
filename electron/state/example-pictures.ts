import type { ExampleInfo } from '../../shared/ipc/contract';

type Picture = Pick<ExampleInfo, 'line' | 'bands'>;

/**
 * In the order they are offered: the first one caches, so that a newcomer sees all of the window. The pictures are the
 * tiers' shares of the tokens.
 */
export const examplePictures: Readonly<Record<string, Picture>> = {
  'tiered-messages': {
    line: 'A coding agent whose messages are sorted by how often they change, with four cache breakpoints',
    bands: [
      ['L0', 18],
      ['L1', 21],
      ['L2', 23],
      ['L3', 25],
      ['active', 13],
    ],
  },
  'part-catalog': {
    line: 'A coding assistant put together from parts, with 17 tools and a CLAUDE.md',
    bands: [
      ['tools', 55],
      ['L0', 14],
      ['L1', 19],
      ['L2', 11],
      ['active', 1],
    ],
  },
  'tagged-sections': {
    line: 'One system prompt of tagged sections from JSON files: a planner for a sailing crew',
    bands: [
      ['L0', 71],
      ['L1', 22],
      ['L3', 7],
    ],
  },
  'persona-files': {
    line: 'A personal assistant: persona, user and project notes in Markdown files',
    bands: [
      ['tools', 19],
      ['L0', 24],
      ['L1', 14],
      ['L2', 30],
      ['active', 13],
    ],
  },
  layered: {
    line: 'Agents in layers: soul, skills, memories and a channel',
    bands: [
      ['L0', 48],
      ['L1', 21],
      ['L2', 13],
      ['active', 18],
    ],
  },
  declared: {
    line: 'A layout of your own, written down in strata.json',
    bands: [
      ['L0', 44],
      ['L1', 7],
      ['L2', 17],
      ['active', 32],
    ],
  },
  agents: {
    line: 'One repository as Codex, Claude Code, Gemini CLI, opencode and pi read it',
    bands: [['L1', 100]],
  },
  requests: {
    line: 'Requests as they were sent: Anthropic, OpenAI, Gemini and Bedrock, a HAR and a cURL command',
    bands: [
      ['tools', 35],
      ['L1', 24],
      ['L2', 21],
      ['L3', 20],
    ],
  },
};
