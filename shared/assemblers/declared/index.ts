/** The `declared` design: the user's strata.json says what the prompt is made of. See `layout.ts` for the language. */
import type { PromptDocument } from '../../document/types';
import { finding, type Finding } from '../../sources/findings';
import { configChild } from '../../sources/config/config-node';
import { parseJson } from '../../sources/config/json';
import { fileAs } from '../../sources/lookup';
import { manifestName } from '../manifest';
import type { SourceRequest } from '../../sources/types';
import type { Architecture, AssembleInput, Assembled } from '../types';
import { rootScope } from './evaluate/evaluate';
import { createBuildState } from './evaluate/build-state';
import { readLayout, type Layout } from './layout/read-layout';
import { checkLayout } from './layout/references';
import { buildMessages } from './sections';
import { controlsOf, declaredSettings, settingFindings } from './settings';
import { strataSchema } from './layout/manifest-schema';
import { valueText } from './evaluate/values';

const layoutRequest: SourceRequest = { kind: 'file', as: 'layout', root: 'workspace', path: manifestName };

export const declared: Architecture = {
  id: 'declared',
  title: 'Declared layout',
  variants: ['declared'],
  detect: { anyOf: [], manifestKey: 'declared' },
  settings: [],
  settingsOf: declaredSettings,
  fileSchemas: () => [{ pattern: manifestName, schema: strataSchema() }],
  requests(input) {
    const { layout } = layoutOf(input);
    if (layout === undefined) return [layoutRequest];
    const build = createBuildState(layout, input);
    const scope = rootScope(build);
    buildMessages(build, scope);
    controlsOf(layout, input.settings, scope);
    return [layoutRequest, ...build.requests.values()];
  },
  assemble,
};

function layoutOf({ sources }: AssembleInput): {
  readonly layout: Layout | undefined;
  readonly findings: readonly Finding[];
} {
  const file = fileAs(sources, 'layout');
  if (file === undefined)
    return {
      layout: undefined,
      findings: [finding('error', 'layout', 'There is no strata.json with a "declared" layout')],
    };
  const { root } = parseJson(file, 'manifest-syntax');
  const node = configChild(root, 'declared');
  if (node !== undefined) return readLayout(file, node);
  const place = { source: file.id, span: { start: 0, end: 0 } };
  return {
    layout: undefined,
    findings: [
      finding('error', 'layout', 'strata.json has no "declared" layout', place, {
        note: 'strata init writes a first one from the prompt files it finds.',
      }),
    ],
  };
}

function assemble(input: AssembleInput): Assembled {
  const { layout, findings } = layoutOf(input);
  if (layout === undefined) return { document: document('declared', undefined), findings, controls: [], usable: false };
  const build = createBuildState(layout, input);
  const scope = rootScope(build);
  const built = buildMessages(build, scope);
  const controls = controlsOf(layout, input.settings, scope);
  const variant = layout.variant === undefined ? '' : valueText(scope.resolve(layout.variant));
  return {
    document: document(variant === '' ? 'declared' : variant, build.usable ? built : undefined),
    findings: distinct([
      ...findings,
      ...checkLayout(layout, build.cyclic),
      ...settingFindings(layout, input.settings),
      ...build.findings,
    ]),
    controls,
    usable: build.usable,
  };
}

function document(
  variant: string,
  built: Pick<PromptDocument, 'messages' | 'breakpoints' | 'aside'> = { messages: [], breakpoints: [], aside: [] },
): PromptDocument {
  return {
    irVersion: 2,
    architecture: 'declared',
    variant,
    parameters: [],
    tools: [],
    messages: built.messages,
    breakpoints: built.breakpoints,
    aside: built.aside,
  };
}

/** Removes duplicates: a source that is used twice reports its problems twice. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((each) => [JSON.stringify(each), each])).values()];
}
