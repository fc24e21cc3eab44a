import { z } from 'zod';

const text = z.string({ error: ({ input }) => (input === undefined ? 'is missing' : 'should be text') });
const names = z.union([z.string(), z.array(z.string())]);

const mcpTool = z.union([
  z.string(),
  z.looseObject({
    name: z.string(),
    description: z.string().optional(),
    inputSchema: z.record(z.string(), z.unknown()).optional(),
  }),
]);

export const mcpSchema = z.looseObject({
  mcpServers: z.record(
    z.string(),
    z.looseObject({
      type: z.enum(['stdio', 'sse', 'http']).optional(),
      command: z.string().optional(),
      args: z.array(z.string()).optional(),
      env: z.record(z.string(), z.string()).optional(),
      url: z.string().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      tools: z.array(mcpTool).optional(),
    }),
  ),
});

export const agentSchema = z.looseObject({
  name: text,
  description: text,
  tools: names.optional(),
  disallowedTools: names.optional(),
  model: z.string().optional(),
  permissionMode: z.string().optional(),
  maxTurns: z.number().optional(),
  skills: names.optional(),
  criticalSystemReminder_EXPERIMENTAL: z.string().optional(),
});

export const commandSchema = z.looseObject({
  description: z.string().optional(),
  'argument-hint': z.union([z.string(), z.array(z.string())]).optional(),
  'allowed-tools': names.optional(),
  model: z.string().optional(),
});

export const outputStyleSchema = z.looseObject({ name: z.string().optional(), description: z.string().optional() });

export const skillSchema = z.looseObject({ name: z.string().optional(), description: text });

export const fileSchemas = () => [
  { pattern: '.mcp.json', schema: z.toJSONSchema(mcpSchema) },
  { pattern: '.claude/agents/*.md', schema: z.toJSONSchema(agentSchema) },
  { pattern: '.claude/commands/*.md', schema: z.toJSONSchema(commandSchema) },
  { pattern: '.claude/output-styles/*.md', schema: z.toJSONSchema(outputStyleSchema) },
  { pattern: '.claude/skills/*/SKILL.md', schema: z.toJSONSchema(skillSchema) },
];
