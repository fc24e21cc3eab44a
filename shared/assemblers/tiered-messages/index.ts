/** docs/designs/tiered-messages.md: a message array in five stability tiers, with cache breakpoints. */
import { memoLast } from '../../basics/memo';
import { z } from 'zod';
import type { PromptDocument } from '../../document/types';
import { finding, type Finding } from '../../sources/findings';
import { control } from '../settings';
import type { Architecture, AssembleInput, Assembled, Control } from '../types';
import { fenceBreak, lostReason } from './blocks';
import { fileName, readContent, requestsOf, missingText, type Content } from './input/content';
import { estimateTokens, type CountTokens } from './count';
import { specs } from './input/fields';
import { readImages } from './input/images';
import { messageArray } from './messages';
import { tiersPanel } from './panel';
import { place, type Placement } from './tracker/placement';
import { stateSchema } from './input/state-file';
import { readUrls, urlsSchema } from './input/urls';

import { playWorkspaceTurn } from './tracker/turn';

export { playWorkspaceTurn, type PlayedTurn } from './tracker/turn';

/** How many paths the setting's list offers; in a larger repository the user types to search. */
const maxChoices = 1000;

/** `count` counts an item's tokens for the tracker; by default it is the design's own estimate. */
function createTieredMessages(count: CountTokens = estimateTokens): Architecture {
  return {
    id: 'tiered-messages',
    title: 'Tiered messages',
    variants: ['without-history', 'with-history'],
    detect: { anyOf: ['system.md'], manifestKey: 'tiered' },
    settings: specs,
    fileSchemas: () => [
      { pattern: 'urls.json', schema: z.toJSONSchema(urlsSchema) },
      { pattern: '.strata/tiers.json', schema: z.toJSONSchema(stateSchema) },
    ],
    requests: requestsOf,
    assemble: (input) => assemble(input, count),
    playTurn: (input) => playWorkspaceTurn(input, count),
  };
}

export const tieredMessages: Architecture = createTieredMessages();

function assemble(input: AssembleInput, count: CountTokens): Assembled {
  const content = readContent(input, count);
  const placement = place(content);
  const urls = readUrls(content.sources.get('urls'));
  const images = readImages(content.fields.images, input.sources);
  const document: PromptDocument = {
    irVersion: 2,
    architecture: 'tiered-messages',
    variant: content.history.entries.length > 0 ? 'with-history' : 'without-history',
    parameters: [],
    tools: [],
    ...messageArray(content, placement, urls.nodes, images.nodes),
  };
  return {
    document,
    findings: [...content.findings, ...urls.findings, ...images.findings, ...fileFindings(content, placement)],
    controls: controlsOf(input, content),
    usable: true,
    panels: { tiers: tiersPanel(content, placement, document, count) },
  };
}

function fileFindings(content: Content, { full, names }: Placement): readonly Finding[] {
  const selected: Finding[] = [];
  for (const { path, written, place: at } of content.fields.files) {
    if (path === undefined)
      selected.push(finding('warning', 'selected-file', `The selected file ${written} is not a file`, at));
    else if (!full.has(path) && content.missing.get(fileName(path))?.why !== 'untrusted') {
      const reason = lostReason(path, content);
      const problem =
        reason.reason === 'source-broken'
          ? `cannot be shown: ${reason.problem}`
          : missingText(content.missing.get(fileName(path)));
      selected.push(
        finding('warning', 'selected-file', `The selected file ${path} ${problem}`, at, {
          note: 'Deselect it, or restore the file.',
        }),
      );
    }
  }
  const fences: Finding[] = [];
  for (const [path, name] of names) {
    const source = content.sources.get(name);
    const at = source === undefined ? undefined : fenceBreak(source);
    if (source === undefined || at === undefined) continue;
    const message = `${path} has a line of three backticks, which ends its code block early`;
    fences.push(
      finding(
        'warning',
        'fence-broken',
        message,
        { source: source.id, span: { start: at, end: at + 3 } },
        { note: 'The design does not escape file contents.' },
      ),
    );
  }
  return [...selected, ...fences];
}

const noPaths: readonly string[] = [];

const lastChoices = memoLast<readonly string[], Pick<Control, 'choices' | 'more'>>();

function choicesOf({ repository = noPaths, unreadable }: Content): Pick<Control, 'choices' | 'more'> {
  return lastChoices(repository, [unreadable], () => {
    const paths = repository.filter((path) => !unreadable.has(path));
    const choices = paths.slice(0, maxChoices).map((path) => ({ value: path, label: path }));
    return { choices, ...(paths.length > maxChoices ? { more: paths.length - maxChoices } : {}) };
  });
}

function controlsOf({ settings }: AssembleInput, content: Content): readonly Control[] {
  const { fields } = content;
  return specs.map(({ name }) => ({
    ...control(settings, name, fields.values[name] ?? ''),
    isDefault: !(name in settings) && !fields.fromManifest.has(name),
    ...(name === 'files' ? choicesOf(content) : {}),
    ...(fields.fromManifest.has(name) ? { from: 'tiered in strata.json' } : {}),
  }));
}
