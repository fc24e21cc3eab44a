/** One build, small enough to keep two hundred: its text once, and the place of each section in it. */
import type { Analysis, TokenCount } from '../../../shared/analysis/types';
import { layOutJson, spelled, writeJson } from '../../../shared/document/json-text';
import { allTools } from '../../../shared/document/tool-text';
import { toolSettings } from '../../../shared/document/tools-message';
import { ownTextName } from '../../../shared/document/own-text';
import { extentOf } from '../../../shared/document/extent';
import type { PromptMessage, SectionNode, ToolNode } from '../../../shared/document/types';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import type { Snapshot } from '../../../shared/ipc/written/snapshot';
import { causeText } from '../cause-text';
import { PromptText, shownRange, type ShownMessage } from '../prompt/prompt-text';

/**
 * Tools are kept beside the text, not in it. Breakpoints are no content, so their line breaks in the editor are not
 * part of the text. What `shown` has read is not read again, if it has no breakpoints.
 */
export function snapshotOf(inspection: Inspection, at: number, shown?: PromptText): Snapshot {
  const { document, analysis } = inspection;
  const text = new PromptText({ ...document, tools: [], breakpoints: [] }, shown);
  const found: Collected = { parts: [], own: [], images: [] };
  for (const message of text.messages) collect(message, analysis, found);
  return {
    revision: inspection.revision,
    at,
    cause: causeText(inspection.cause, inspection.specs),
    workspace: inspection.workspace,
    variant: document.variant,
    tokens: analysis.total.tokens,
    model: inspection.modelId,
    method: analysis.total.method,
    text: text.shown,
    ...found,
    tools: allTools(document.tools).map((tool) => ({
      id: tool.id,
      name: tool.name,
      ...counted(analysis.tokens[tool.id]),
      text: layOutJson(writeJson(toolParts(tool))),
    })),
  };
}

type Collected = { -readonly [Key in 'parts' | 'own' | 'images']: NonNullable<Snapshot[Key]> };

/** Adds a node as one part. A node with sections is split into their parts and its own text around them. */
function collect(shown: ShownMessage, analysis: Analysis, found: Collected): void {
  const add = (node: PromptMessage | SectionNode, name: string, from: number): void => {
    const { id, tier, children } = node;
    const { starts, length } = extentOf(node);
    const isDivided = children.some(({ type }) => type === 'section');
    const count = ownCount(node, analysis);
    const ranges: [number, number][] = [];
    for (const [index, child] of children.entries()) {
      const start = from + (starts[index] ?? 0);
      if (child.type === 'section') add(child, child.name, start);
      else if (child.type === 'image')
        found.images.push({
          id: child.id,
          name: child.source ?? child.mediaType,
          tier,
          ...counted(analysis.tokens[child.id]),
          start: shownRange(shown, start, start).start,
          text: `${child.mediaType} ${child.data.length} ${digest(`${child.data} ${child.fields ?? ''}`)}`,
        });
      else if (child.type === 'text' && isDivided && child.value !== '') {
        const range = shownRange(shown, start, start + child.value.length);
        const last = ranges.at(-1);
        if (last?.[1] === range.start) last[1] = range.end;
        else ranges.push([range.start, range.end]);
      }
    }
    if (!isDivided) found.parts.push({ id, name, tier, ...count, ...shownRange(shown, from, from + length) });
    else if (ranges.length > 0) found.own.push({ id, name: `${name}: ${ownTextName}`, tier, ...count, ranges });
  };
  const { message } = shown;
  add(message, `${message.role} ${message.purpose}`, 0);
}

/** The tokens of a node without those of its sections and images. */
function ownCount({ id, children }: PromptMessage | SectionNode, { tokens }: Analysis): ReturnType<typeof counted> {
  const own = counted(tokens[id]);
  for (const child of children) {
    if (child.type !== 'section' && child.type !== 'image') continue;
    const part = counted(tokens[child.id]);
    own.tokens -= part.tokens;
    own.low -= part.low;
    own.high -= part.high;
  }
  return own;
}

/** Tells two images apart without keeping them. */
function digest(data: string): string {
  let hash = 0;
  for (let at = 0; at < data.length; at += 1) hash = (Math.imul(hash, 31) + data.charCodeAt(at)) | 0;
  return String(hash >>> 0);
}

function toolParts(tool: ToolNode): object {
  const settings = toolSettings(tool);
  return {
    ...(tool.kind === undefined ? {} : { type: tool.kind }),
    description: tool.description.map((leaf) => leaf.value).join(''),
    input: spelled(tool.inputSchema),
    ...(settings === '{}' ? {} : { settings: spelled(settings) }),
  };
}

function counted(count: TokenCount | undefined): { tokens: number; low: number; high: number } {
  return { tokens: count?.tokens ?? 0, low: count?.low ?? 0, high: count?.high ?? 0 };
}
