/** A release allows developer tools only with STRATA_DEVTOOLS=1. */
export function allowsDevTools(packaged: boolean, environment: Readonly<Record<string, string | undefined>>): boolean {
  return !packaged || environment['STRATA_DEVTOOLS'] === '1';
}
