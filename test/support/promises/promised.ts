export type Holds = readonly (readonly [file: string, words: string])[];

/** A sentence of the documents, and the words of the tests that hold it. */
export type Promised = readonly (readonly [sentence: string, by: Holds])[];

/** Tests that hold more than one sentence. */
export const trust = 'unit/cli/trust.test.ts';
export const write = 'unit/host/disk/write-file.test.ts';
export const inWindow = 'e2e/safety/trust.spec.ts';
export const edges = 'e2e/edit/edges.spec.ts';
export const admission = 'unit/host/relay/admission.test.ts';
export const relayed = 'unit/host/relay/relay.test.ts';
export const faults = 'unit/host/relay/faults.test.ts';
export const store = 'unit/host/capture/store.test.ts';
export const agentTrust = 'unit/cli/agent-trust.test.ts';
export const learned = 'unit/host/frames/service.test.ts';
export const mcp = 'unit/cli/mcp.test.ts';
export const lockTest = 'unit/cli/commands/cache/diff-lock.test.ts';
export const portable = 'unit/cli/commands/cache/lock-portable.test.ts';
export const agentLock = 'unit/cli/commands/sessions/agent-sessions.test.ts';
