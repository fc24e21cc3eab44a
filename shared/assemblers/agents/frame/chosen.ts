import { finding, type Finding } from '../../../sources/findings';
import type { LearnedFrame } from '../../../sources/learned-frame';
import type { FramePanel } from '../../panels';
import { textSetting } from '../../settings';
import type { AssembleInput, Control } from '../../types';
import type { AgentRules } from '../types';
import type { FramedDocument } from './document';
import { parseObject } from './json';
import type { FrameRules } from './types';
import { varyingTexts } from './volatile';

/** The value of the setting `frame` that builds without the agent's own prompt. */
export const withoutFrame = 'none';

function framesOf({ sources }: AssembleInput): readonly LearnedFrame[] {
  return sources.frames?.frames ?? [];
}

/** The frame that the setting names by session or version, else the first. */
export function chosenFrame(input: AssembleInput): LearnedFrame | undefined {
  const named = textSetting(input.settings, 'frame');
  const frames = framesOf(input);
  if (named === undefined) return frames[0];
  return frames.find(({ session }) => session === named) ?? frames.find(({ version }) => version === named);
}

export function frameChoices(input: AssembleInput): NonNullable<Control['choices']> {
  const frames = framesOf(input);
  return [
    { value: '', label: frames.length === 0 ? 'no capture yet' : 'the newest capture' },
    ...frames.map((frame) => ({ value: frame.session, label: titleOf(frame) })),
    { value: withoutFrame, label: 'without the agent’s own prompt' },
  ];
}

function titleOf({ version, session, at }: LearnedFrame): string {
  return `${version ?? 'unknown version'}, ${at.slice(0, 10)} (${session})`;
}

export function frameFindings(
  { title, version, program }: AgentRules,
  input: AssembleInput,
  frame: LearnedFrame | undefined,
  framed: Pick<FramedDocument, 'unknown' | 'gone' | 'doubtful'> | undefined,
): readonly Finding[] {
  const again = `strata capture -- ${program}`;
  const findings: Finding[] = (input.sources.frames?.problems ?? []).map((problem) =>
    finding('warning', 'frame-not-learned', problem),
  );
  const named = textSetting(input.settings, 'frame');
  if (frame === undefined) {
    if (named !== undefined && named !== withoutFrame)
      findings.push(finding('warning', 'frame-unknown', `No prompt of ${title} was learned from a capture "${named}"`));
    findings.push(finding('info', 'frame-missing', `Totals are without the agent's own prompt; run once: ${again}`));
    return findings;
  }
  if (frame.folder !== null && frame.folder !== input.facts.workspace)
    findings.push(
      finding(
        'info',
        'frame-folder',
        `${title}'s own prompt was learned in ${frame.folder}: the working folder named in it is that one`,
        undefined,
        { note: `To learn it here, run in this folder: ${again}` },
      ),
    );
  if (version !== undefined && frame.version !== null && frame.version !== version)
    findings.push(
      finding(
        'info',
        'frame-version',
        `${title}'s own prompt is of version ${frame.version}; what it makes of files was measured with ${version}`,
      ),
    );
  for (const stretch of framed?.doubtful ?? [])
    findings.push(
      finding(
        'info',
        'frame-older-part',
        `An older ${stretch} may still be in the learned prompt: no mark shows where it ends`,
        undefined,
        { note: `Run again: ${again}` },
      ),
    );
  for (const stretch of framed?.unknown ?? [])
    findings.push(
      finding(
        'warning',
        'frame-part',
        `The learned request has no ${stretch}, so ${title}'s words around them are not known: they are left out`,
        undefined,
        { note: `Run again: ${again}` },
      ),
    );
  for (const file of framed?.gone ?? [])
    findings.push(
      finding(
        'warning',
        'frame-gone',
        `${file} has nothing to send now, but what ${title} wrote around it is still in the learned prompt`,
        undefined,
        { note: `Run again: ${again}` },
      ),
    );
  for (const note of frame.notes) findings.push(finding('info', 'frame-note', note));
  return findings;
}

/** What the window shows about the frame, with the one of another version before it. */
export function framePanel(
  rules: FrameRules,
  frame: LearnedFrame | undefined,
  input: AssembleInput,
): { readonly frame?: FramePanel } {
  if (frame === undefined) return {};
  const { agent, version, session, folder, at, hash } = frame;
  const earlier = framesOf(input).find((each) => each.hash !== hash && each.at < at);
  return {
    frame: {
      agent,
      version,
      session,
      folder,
      at,
      hash,
      varying: [...varyingTexts(parseObject(frame.body) ?? {}, rules.volatile), ...(folder === null ? [] : [folder])],
      ...(earlier === undefined ? {} : { earlier: { version: earlier.version, session: earlier.session } }),
    },
  };
}
