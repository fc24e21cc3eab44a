/** Formats instants. An invalid instant is returned unchanged. */

/** `YYYY-MM-DD HH:MM UTC`. */
export function utcMinute(now: string): string {
  const instant = new Date(now);
  return Number.isNaN(instant.getTime()) ? now : `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** `Wednesday, February 25, 2026 at 2:30 PM`. Some ICU versions put U+202F before AM/PM; it is replaced by a space. */
export function localTime(now: string, timeZone: string): string {
  const instant = new Date(now);
  if (Number.isNaN(instant.getTime())) return now;
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone })
    .format(instant)
    .replaceAll('\u202F', ' ');
}

/** `2026-02-25`, in the given time zone. */
export function localDate(now: string, timeZone: string): string {
  const instant = new Date(now);
  if (Number.isNaN(instant.getTime())) return now;
  return new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(
    instant,
  );
}
