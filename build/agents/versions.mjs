/**
 * The agents that `npm run agents` runs, at the versions Strata's rules were measured with. They are not dependencies
 * of the project: they are installed into a cache of their own.
 */
export const agentPackages = /** @type {const} */ ({
  codex: { package: '@openai/codex', version: '0.169.0', bin: 'codex' },
  'gemini-cli': { package: '@google/gemini-cli', version: '0.61.0', bin: 'gemini' },
  opencode: { package: 'opencode-ai', version: '1.18.33', bin: 'opencode' },
  pi: { package: '@mariozechner/pi-coding-agent', version: '0.73.1', bin: 'pi' },
});

/** @typedef {keyof typeof agentPackages} AgentName */
