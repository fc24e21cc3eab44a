import { Help, Option } from 'commander';

/** The help of an option, without a default that is empty or off: that goes without saying. */
export function optionHelp(option: Option): string {
  const shown = new Option(option.flags, option.description);
  if (option.argChoices !== undefined) shown.choices(option.argChoices);
  if (typeof option.defaultValue === 'string') shown.default(option.defaultValue);
  return new Help().optionDescription(shown);
}
