import type { PromptDocument } from '../../shared/document/types';

/** A document with nothing but what is given. */
export function sampleDocument(parts: Partial<PromptDocument>): PromptDocument {
  return {
    irVersion: 2,
    architecture: 'sample',
    variant: 'plain',
    parameters: [],
    tools: [],
    messages: [],
    breakpoints: [],
    aside: [],
    ...parts,
  };
}
