import { monaco } from './setup';

export const promptLanguage = 'strata-prompt';

/** Prompts are prose with tags and headings. A few rules highlight that structure and nothing more. */
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

/** One JSON value per line. Monaco's JSON mode would report the second line as an error. */
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
