/** What stands between lines of the prompt without being part of it: message headings and breakpoints. */
import { hasUnknownText } from '../../../shared/document/lacks-frame';
import { allTools } from '../../../shared/document/tool-text';
import { lifetimeText } from '../../model/cache/cache-text';
import { toolsCount } from '../../model/sections/row-counts';
import { formatNumber, markOf } from '../../model/counts';
import type { Shown } from '../../stores/inspection';
import { shownBreakpoints } from './decorations';
import type { monaco } from '../setup';
import { promptZonesWords as words } from '../../words/panes/editors';

interface Zone {
  readonly className: string;
  readonly label: string;
  readonly height: number;
  readonly ordinal: number;
  /** The line above it. */
  readonly line: () => number;
}

interface PlacedZone {
  readonly id: string;
  readonly className: string;
  readonly text: HTMLElement;
  label: string;
}

export class PromptZones {
  readonly #editor: monaco.editor.IStandaloneCodeEditor;
  #placed: readonly PlacedZone[] = [];

  constructor(editor: monaco.editor.IStandaloneCodeEditor) {
    this.#editor = editor;
  }

  /** `moved`: lines or sections were added, removed or moved. Otherwise only labels can differ. */
  show(model: monaco.editor.ITextModel, shown: Shown, moved: boolean): void {
    const zones = zonesOf(model, shown);
    const placed = this.#placed;
    if (
      !moved &&
      zones.length === placed.length &&
      zones.every(({ className }, index) => className === placed[index]?.className)
    ) {
      zones.forEach(({ label }, index) => relabel(placed[index], label));
      return;
    }
    this.#editor.changeViewZones((accessor) => {
      for (const { id } of placed) accessor.removeZone(id);
      this.#placed = zones.map(({ className, label, height, ordinal, line }) => {
        const { domNode, text } = draw(className, label);
        return {
          id: accessor.addZone({ afterLineNumber: line(), heightInPx: height, domNode, ordinal }),
          className,
          label,
          text,
        };
      });
    });
  }
}

function relabel(zone: PlacedZone | undefined, label: string): void {
  if (zone === undefined || zone.label === label) return;
  zone.label = label;
  zone.text.textContent = label;
}

function zonesOf(
  model: monaco.editor.ITextModel,
  { text, inspection: { document, analysis, breakpointUse } }: Shown,
): readonly Zone[] {
  const toolCount = allTools(document.tools).length;
  const first = toolCount === 0 ? 0 : 1;
  const headings =
    text.messages.length < 2
      ? []
      : text.messages.map(({ message, start }, index): Zone => {
          const isTools = index < first;
          const count = isTools ? toolsCount(document.tools, analysis) : analysis.tokens[message.id];
          const purpose = message.purpose === message.role ? '' : ` · ${message.purpose}`;
          const isPart = hasUnknownText(message);
          const known = count === undefined ? '' : `${formatNumber(count.tokens)} ${markOf(count)}`;
          const size = isPart ? (count === undefined || count.tokens === 0 ? '?' : `${known} + ?`) : known;
          const counted = size === '' ? '' : ` · ${size}`;
          const label = isTools
            ? `${toolCount === 1 ? words.oneTool : words.tools(formatNumber(toolCount))}${counted}`
            : `${index + 1 - first}  ${message.role}${purpose}${counted}`;
          return {
            className: `message-zone role-${isTools ? 'tools' : message.role}`,
            label,
            height: 26,
            ordinal: 1,
            line: () => model.getPositionAt(start).lineNumber - 1,
          };
        });
  const breakpoints = shownBreakpoints(text, document.breakpoints).map(({ breakpoint, at }): Zone => {
    const line = (): number => {
      const position = model.getPositionAt(at);
      return position.column === 1 && position.lineNumber > 1 ? position.lineNumber - 1 : position.lineNumber;
    };
    return {
      className: `breakpoint-zone tier-${breakpoint.tier}`,
      label: words.cacheBreakpoint(breakpoint.tier, lifetimeText(breakpoint, breakpointUse)),
      height: 20,
      ordinal: 0,
      line,
    };
  });
  return [...headings, ...breakpoints];
}

function draw(className: string, label: string): { readonly domNode: HTMLElement; readonly text: HTMLElement } {
  // Monaco sets `display` on the zone itself, so the layout is on an inner element.
  const domNode = document.createElement('div');
  const line = document.createElement('div');
  line.className = `prompt-zone ${className}`;
  const text = document.createElement('span');
  text.textContent = label;
  line.append(text);
  domNode.append(line);
  return { domNode, text };
}
