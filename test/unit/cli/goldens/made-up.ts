/** A folder so small that every report about it can be worked out by hand. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryCopy } from '../../../support/run-cli';

/** `rule` and a space are one token of o200k_base. */
const words = (count: number): string => Array.from({ length: count }, () => 'rule').join(' ');

const manifest = {
  model: 'claude-sonnet-5-5',
  settings: { letter: 'Is it open?' },
  declared: {
    settings: [
      { name: 'letter', label: 'Letter', kind: 'text', help: 'What the reader wrote.' },
      { name: 'brief', label: 'Brief', kind: 'toggle', default: false, help: 'Answers in one line.' },
    ],
    sources: {
      rules: { kind: 'file', path: 'rules.md', trim: true },
      today: { kind: 'fact', name: 'now', format: 'local-date' },
    },
    messages: [
      {
        role: 'system',
        sections: [
          { id: 'rules', name: 'Rules', tier: 'L0', source: 'rules', breakpoint: '5m' },
          { id: 'day', name: 'Day', tier: 'L2', template: 'Today is {{today}}.' },
          { id: 'brief', name: 'Brief', tier: 'L2', when: { setting: 'brief', is: true }, template: 'One line.' },
          { id: 'more', name: 'More', tier: 'L2', template: words(20) },
        ],
      },
      {
        id: 'letter',
        role: 'user',
        sections: [{ id: 'text', name: 'Letter', tier: 'active', template: '{{setting.letter}}' }],
      },
    ],
  },
};

/** `edited`: words of line 61 of 100; every other line has ten. */
export function madeUp(edited = 10): string {
  const folder = join(temporaryCopy(), 'reading-room');
  mkdirSync(folder);
  writeFileSync(join(folder, 'strata.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeRules(folder, edited);
  return folder;
}

export function writeRules(folder: string, edited: number): void {
  const lines = Array.from({ length: 100 }, (_, index) => words(index === 60 ? edited : 10));
  writeFileSync(join(folder, 'rules.md'), `${lines.join('\n')}\n`);
}

export const turns = (text: string): string => {
  const path = join(temporaryCopy(), 'session.turns');
  writeFileSync(path, text);
  return path;
};
