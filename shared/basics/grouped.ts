/** Made at first use: the formatter takes as long to make as all else of a short command. */
let format: Intl.NumberFormat | undefined;

/** `12,345`: formats a number for people, with thousands separators. */
export function grouped(value: number): string {
  format ??= new Intl.NumberFormat('en-US');
  return format.format(value);
}
