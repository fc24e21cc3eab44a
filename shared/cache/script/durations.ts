const units = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
] as const;

const form = /^(?:\d+(?:\.\d+)?[smhd])+$/;

/** `90s`, `6m`, `1h30m`, `0.5s` in seconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  if (!form.test(text)) return undefined;
  let seconds = 0;
  for (const [, amount = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)([smhd])/g))
    seconds += Number(amount) * (units.find(([name]) => name === unit)?.[1] ?? 0);
  return Number.isFinite(seconds) ? Math.round(seconds * 1000) / 1000 : undefined;
}

export function formatDuration(seconds: number): string {
  let left = Math.round(seconds * 1000);
  let text = '';
  for (const [name, size] of units) {
    const amount = name === 's' ? left / 1000 : Math.floor(left / (size * 1000));
    left -= Math.round(amount * size * 1000);
    if (amount > 0) text += `${amount}${name}`;
  }
  return text === '' ? '0s' : text;
}
