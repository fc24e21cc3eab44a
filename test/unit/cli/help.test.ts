import { Command } from 'commander';
import { expect, it } from 'vitest';
import { optionHelp } from '../../../electron/cli/declared/option-help';
import { declareCommands } from '../../../electron/cli/program';

it('says a default only where it is a word', () => {
  const program = new Command('strata').configureHelp({ optionDescription: optionHelp });
  declareCommands({ program, run: () => Promise.resolve() }, '0', { out: () => Promise.resolve(), err: () => {} });
  const help = program.commands.map((command) => command.helpInformation());
  expect(help.join('')).not.toMatch(/default:\s+(?:false|\[\])/);
  const lint = help.find((text) => text.includes('strata lint')) ?? '';
  expect(lint.replaceAll(/\s+/g, ' ')).toContain('(choices: "text", "json", "sarif", "junit", default: "text")');
});
