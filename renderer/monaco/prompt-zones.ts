/** What stands between lines of the prompt without being part of it: message headings and breakpoints. */
import { findNode } from '../../shared/document/walk';
import { formatNumber, markOf } from '../model/counts';
import type { Shown } from '../stores/inspection';
import { shownBreakpoints } from './decorations';
import type { monaco } from './setup';

export function promptZones(model: monaco.editor.ITextModel, { text, inspection }: Shown): readonly monaco.editor.IViewZone[] {
  const { document, analysis } = inspection;
  const headings = document.messages.length < 2 ? [] : text.messages.map((message, index): monaco.editor.IViewZone => {
    const node = findNode(document, message.layout.message);
    const count = analysis.tokens[message.layout.message];
    const role = node?.type === 'message' ? node.role : '';
    const purpose = node?.type === 'message' && node.purpose !== role ? ` · ${node.purpose}` : '';
    const counted = count === undefined ? '' : ` · ${formatNumber(count.tokens)} ${markOf(count)}`;
    return zone(model.getPositionAt(message.start).lineNumber - 1, `message-zone role-${role}`, `${index + 1}  ${role}${purpose}${counted}`, 26, 1);
  });
  const breakpoints = shownBreakpoints(text, document.breakpoints).map(({ breakpoint, at }): monaco.editor.IViewZone => {
    const position = model.getPositionAt(at);
    const line = position.column === 1 && position.lineNumber > 1 ? position.lineNumber - 1 : position.lineNumber;
    return zone(line, `breakpoint-zone tier-${breakpoint.tier}`, `cache breakpoint · ${breakpoint.tier} · kept ${breakpoint.ttl}`, 20, 0);
  });
  return [...headings, ...breakpoints];
}

function zone(afterLineNumber: number, className: string, label: string, heightInPx: number, ordinal: number): monaco.editor.IViewZone {
  // Monaco sets `display` on the zone itself, so the layout is one element further in.
  const domNode = document.createElement('div');
  const line = document.createElement('div');
  line.className = `prompt-zone ${className}`;
  const text = document.createElement('span');
  text.textContent = label;
  line.append(text);
  domNode.append(line);
  return { afterLineNumber, heightInPx, domNode, ordinal };
}
