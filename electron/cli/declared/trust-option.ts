import type { Command } from 'commander';

const trust = '--trust';

/**
 * `--trust folder` and `--trust path folder` look alike. The word after `--trust` is a path only if the command has all
 * its arguments without it.
 */
export function separateTrust(commands: readonly Command[], args: readonly string[]): readonly string[] {
  const command = commands.find((each) => each.name() === args[0]);
  if (command === undefined || !args.includes(trust)) return args;
  const takesValue = (name: string): boolean =>
    command.options.some((option) => option.required && (option.long === name || option.short === name));
  const needed = command.registeredArguments.filter(({ required }) => required).length;
  const separated = [...args];
  for (let at = separated.indexOf(trust); at !== -1; at = separated.indexOf(trust, at + 1)) {
    const next = separated[at + 1];
    if (next === undefined || next.startsWith('-')) separated[at] = `${trust}=`;
    else if (countArguments(separated.toSpliced(at, 2).slice(1), takesValue) < needed) separated[at] = `${trust}=`;
  }
  return separated;
}

function countArguments(args: readonly string[], takesValue: (name: string) => boolean): number {
  let count = 0;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (takesValue(arg)) at += 1;
    else if (!arg.startsWith('-')) count += 1;
  }
  return count;
}
