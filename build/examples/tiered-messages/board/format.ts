const zone = 'Europe/Lisbon';

/** `14:05` as the clock on the pier shows it. */
export function clock(at: number): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(new Date(at * 1000));
}

/** 2140 → `2.14 m`; the sign of a level below datum is a real minus. */
export function metres(level: number): string {
  const text = (Math.abs(level) / 1000).toFixed(2);
  return `${level < 0 ? '−' : ''}${text} m`;
}
