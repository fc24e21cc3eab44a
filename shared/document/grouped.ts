const format = new Intl.NumberFormat('en-US');

/** `12,345`: formats a number for people, with thousands separators. */
export function grouped(value: number): string {
  return format.format(value);
}
