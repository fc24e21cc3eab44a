import { visit } from '../shared/document/walk';
import { formatChange, marks } from './model/counts';
import type { Shown } from './stores/inspection';
import type { ToastStore } from './stores/toasts';

/** A changed setting says what it changed: how many tokens, in which sections. */
export function announceSetting(toasts: ToastStore, before: Shown | null, after: Shown | null): void {
  if (before === null || after === null || !after.inspection.cause.startsWith('setting')) return;
  const { inspection, changed } = after;
  const names: string[] = [];
  visit(inspection.document, (node, ancestors) => {
    if (ancestors.length === 1 && changed.has(node.id) && node.type !== 'image' && node.type !== 'message') names.push(node.name);
  });
  const { total } = inspection.analysis;
  const tokens = `${formatChange(total.tokens - before.inspection.analysis.total.tokens)} ${marks[total.method]} tokens`;
  const where = names.length === 0 ? 'nothing in the prompt changed' : `${names.slice(0, 4).join(', ')}${names.length > 4 ? ` and ${names.length - 4} more` : ''}`;
  toasts.show('done', `${inspection.cause}: ${tokens}; ${where}`);
}
