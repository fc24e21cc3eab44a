/** Copies the text, so that it is not a slice of a longer string. */
export function detached(text: string): string {
  const copy: unknown = JSON.parse(JSON.stringify(text));
  return typeof copy === 'string' ? copy : text;
}
