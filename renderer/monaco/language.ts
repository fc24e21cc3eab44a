import { monaco } from './setup';

export const promptLanguage = 'strata-prompt';

/** Prompts are prose with tags and headings: a few rules make their structure visible and nothing more. */
export function setUpPromptLanguage(): void {
  monaco.languages.register({ id: promptLanguage });
  monaco.languages.setMonarchTokensProvider(promptLanguage, {
    tokenizer: {
      root: [
        [/^\s{0,3}#{1,6}\s.*$/, 'heading'],
        [/<\/?[A-Za-z][\w:.-]*(?:\s[^<>]*)?\/?>/, 'tag'],
        [/\*\*[^*\n]+\*\*/, 'strong'],
        [/`[^`\n]+`/, 'code'],
        [/\$\{[^}\n]*\}|\{\{[^}\n]*\}\}/, 'variable'],
        [/[^<#*`${]+/, ''],
        [/./, ''],
      ],
    },
  });
}

/** One JSON value a line: Monaco's JSON would take the second line for a mistake. */
export function setUpJsonLines(): void {
  monaco.languages.register({ id: 'jsonl' });
  monaco.languages.setMonarchTokensProvider('jsonl', {
    tokenizer: {
      root: [
        [/"(?:[^"\\]|\\.)*"(?=\s*:)/, 'string.key.json'],
        [/"(?:[^"\\]|\\.)*"/, 'string.value.json'],
        [/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number.json'],
        [/\b(?:true|false|null)\b/, 'keyword.json'],
      ],
    },
  });
}
