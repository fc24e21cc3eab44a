import { visit } from '../shared/document/walk';
import { causeText } from './model/cause-text';
import { formatChange, marks } from './model/counts';
import type { Shown } from './stores/inspection';
import type { ToastStore } from './stores/toasts';
import { announceWords as words } from './words/window/actions';

/** Says how many tokens a changed setting added or removed, and in which sections. */
export function announceSetting(toasts: Pick<ToastStore, 'show'>, before: Shown | null, after: Shown | null): void {
  if (before === null || after === null || after.inspection.cause.kind !== 'setting') return;
  const { inspection, changes, step } = after;
  // The status bar says what a step to another request changed; a note would cover the row it was chosen in.
  if (step !== null) return;
  const differs = (id: string): boolean => changes.changed.has(id) || changes.added.has(id);
  const names: string[] = [];
  visit(inspection.document, (node, ancestors) => {
    if (ancestors.length === 1 && differs(node.id) && node.type !== 'image' && node.type !== 'message')
      names.push(node.name);
  });
  const { total } = inspection.analysis;
  const difference = total.tokens - before.inspection.analysis.total.tokens;
  const tokens = words.tokens(formatChange(difference), marks[total.method]);
  const more = names.length > 4 ? words.andMore(names.length - 4) : '';
  // Whole messages and tools have no section to name; only the tokens are reported.
  const where =
    names.length > 0
      ? `; ${names.slice(0, 4).join(', ')}${more}`
      : changes.changed.size + changes.added.size === 0 && difference === 0
        ? words.nothingChanged
        : '';
  toasts.show('done', `${causeText(inspection.cause, inspection.specs)}: ${tokens}${where}`);
}
