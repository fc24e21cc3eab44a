/** Made at first use: the formatter takes as long to make as all else of a short command. */
let format: Intl.NumberFormat | undefined;

/** `12,345`: formats a number for people, with thousands separators. */
export function grouped(value: number): string {
  format ??= new Intl.NumberFormat('en-US');
  return format.format(value);
}

/** `1 file`, `12 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
