import { z } from 'zod';
import { ownCount } from '../../analysis/count/own-count';
import {
  charactersIn,
  charactersOf,
  documentShare,
  shareOf,
  splitCount,
  textOwner,
  type TextOwner,
} from '../../analysis/count/template-share';
import type { Analysis, TokenCount } from '../../analysis/types';
import { frameText, lacksFrame } from '../../document/lacks-frame';
import { nodeId } from '../../document/builders';
import { omissionText } from '../../document/omission-text';
import type { PromptDocument, PromptMessage, PromptNode, SectionNode, ToolNode } from '../../document/types';
import type { Inspection } from '../inspection/inspection';
import type { Report } from './report-schema';
import { writtenFinding, writtenName } from './written-finding';

type Row = Report['sections'][number];

export function reportOf(inspection: Inspection): Report {
  const { document, analysis } = inspection;
  const count = (id: keyof Analysis['tokens']): TokenCount | null => analysis.tokens[id] ?? null;
  return {
    version: 1,
    workspace: writtenName(inspection.workspace),
    architecture: inspection.architecture,
    variant: document.variant,
    model: analysis.model,
    settings: z
      .record(z.string(), z.json())
      .parse(Object.fromEntries(inspection.controls.map(({ name, value }) => [name, value]))),
    total: analysis.total,
    overhead: analysis.overhead,
    overheads: (analysis.overheads ?? []).map(({ name, count: tokens }) => ({ name, tokens })),
    ...(analysis.earlierThinking === undefined
      ? {}
      : { earlierThinking: { ...analysis.earlierThinking, blocks: [...analysis.earlierThinking.blocks] } }),
    ...correctionOf(analysis),
    cacheable: analysis.cacheable,
    ...shareOfDocument(document, analysis),
    ...(lacksFrame(document) ? { without: frameText } : {}),
    ...sentOf(document),
    tools: toolRows(document.tools, 0).map(({ tool, depth }) => ({
      id: tool.id,
      name: tool.name,
      depth,
      ...(tool.kind === undefined ? {} : { kind: tool.kind }),
      tier: tool.tier,
      tokens: count(tool.id),
      ...toolWords(tool, count(tool.id)),
    })),
    sections: document.messages.flatMap((message) => messageRows(message, analysis)),
    breakpoints: document.breakpoints.map(({ after, tier, ttl }) => ({ after, tier, ttl })),
    aside: document.aside.map(({ id, name, omission }) => ({
      id,
      name,
      purpose: omissionText(omission),
      tokens: count(id),
    })),
    ...catalogOf(inspection, count),
    findings: inspection.findings.map(writtenFinding).map(({ ruleId, severity, message, note, place, at, node }) => ({
      rule: ruleId,
      severity,
      message,
      ...(note === undefined ? {} : { note }),
      ...(place === undefined ? {} : { file: place.source }),
      ...(at === undefined ? {} : { line: at.line, column: at.column }),
      ...(node === undefined ? {} : { section: node }),
    })),
  };
}

function sentOf({ sent, parameters }: PromptDocument): Pick<Report, 'sent' | 'parameters'> {
  if (sent === undefined) return {};
  const { form, model, provider, at, address, rebuiltFrom } = sent;
  const reported = { form, model, provider, at, address, ...(rebuiltFrom === undefined ? {} : { rebuiltFrom }) };
  return { sent: reported, parameters: parameters.map((each) => ({ ...each })) };
}

function shareOfDocument(document: PromptDocument, analysis: Analysis): Pick<Report, 'yours' | 'template' | 'agent'> {
  const { yours, template, agent } = documentShare(document, analysis);
  return { yours, template, ...(agent.tokens === 0 ? {} : { agent }) };
}

function toolRows(
  tools: readonly ToolNode[],
  depth: number,
): readonly { readonly tool: ToolNode; readonly depth: number }[] {
  return tools.flatMap((tool) => [{ tool, depth }, ...toolRows(tool.tools ?? [], depth + 1)]);
}

/** What corrected the counts, if anything. */
export function correctionOf({ calibration }: Analysis): Pick<Report, 'calibration'> {
  if (calibration === undefined) return {};
  const { ratio, low, high, samples } = calibration;
  return { calibration: { ratio, low, high, samples: samples.length } };
}

function catalogOf(
  { panels }: Inspection,
  count: (id: keyof Analysis['tokens']) => TokenCount | null,
): Pick<Report, 'catalog'> {
  const { catalog } = panels;
  if (catalog === undefined) return {};
  const parts = catalog.parts.map(({ id, name, kind, included, declaredTokens, node }) => {
    const places =
      node === undefined
        ? [nodeId('system', id), nodeId('agents', id), nodeId('reminders', id), nodeId('tools', name)]
        : [node];
    const tokens = places.map(count).find((each) => each !== null) ?? null;
    return { id, name, kind, included, declaredTokens, tokens };
  });
  return { catalog: { version: catalog.version, estimatedTokens: catalog.estimatedTokens, parts } };
}

function toolWords(
  { description, definition }: ToolNode,
  count: TokenCount | null,
): { readonly words?: TextOwner; readonly template?: TokenCount } {
  const characters = charactersOf(definition ?? description);
  const whose = textOwner(characters);
  return whose === undefined || count === null
    ? {}
    : { words: whose, template: splitCount(count, characters).template };
}

function messageRows(message: PromptMessage, analysis: Analysis): readonly Row[] {
  const count = (id: keyof Analysis['tokens']): TokenCount | null => analysis.tokens[id] ?? null;
  const counted = (node: PromptMessage | SectionNode): Pick<Row, 'tokens' | 'own' | 'words' | 'template'> => {
    const own = ownCount(node, count);
    const whose = textOwner(charactersIn(node));
    return {
      tokens: count(node.id),
      ...(own === undefined ? {} : { own }),
      ...(whose === undefined ? {} : { words: whose, template: shareOf(node, analysis).template }),
    };
  };
  const rows: Row[] = [
    {
      id: message.id,
      type: 'message',
      name: message.purpose,
      depth: 0,
      tier: message.tier,
      role: message.role,
      ...counted(message),
    },
  ];
  const add = (node: PromptNode, depth: number): void => {
    if (node.type === 'text') return;
    if (node.type === 'image')
      rows.push({
        id: node.id,
        type: 'image',
        name: node.source ?? node.mediaType,
        depth,
        tier: message.tier,
        tokens: count(node.id),
      });
    else if (node.type === 'omitted') {
      const omitted = { reason: node.omission.reason, text: omissionText(node.omission) };
      rows.push({
        id: node.id,
        type: 'omitted',
        name: node.name,
        depth,
        tier: node.tier,
        tokens: count(node.id),
        omitted,
      });
    } else {
      const extras = {
        ...(node.condition === undefined ? {} : { condition: node.condition }),
        ...(node.note === undefined ? {} : { note: node.note }),
        ...(node.block === undefined ? {} : { block: { kind: node.block.kind, type: node.block.type } }),
      };
      rows.push({ id: node.id, type: 'section', name: node.name, depth, tier: node.tier, ...counted(node), ...extras });
      for (const child of node.children) add(child, depth + 1);
    }
  };
  for (const child of message.children) add(child, 1);
  return rows;
}
