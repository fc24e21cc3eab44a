const format = new Intl.NumberFormat('en-US');

/** `12,345`: every number people read has its thousands apart. */
export function grouped(value: number): string {
  return format.format(value);
}
