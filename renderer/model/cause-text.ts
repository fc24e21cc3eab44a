import type { Inspection } from '../../shared/ipc/inspection';

const start = 'setting ';

/** What made a build, with settings by their labels: `setting Request`, never `setting index`. */
export function causeText({ cause, specs }: Pick<Inspection, 'cause' | 'specs'>): string {
  if (!cause.startsWith(start)) return cause;
  const labels = cause
    .slice(start.length)
    .split(', ')
    .map((name) => specs.find((spec) => spec.name === name)?.label ?? name);
  return `${start}${labels.join(', ')}`;
}
