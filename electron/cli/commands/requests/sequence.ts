import { correctionOf } from '../../../../shared/ipc/written/report';
import { sequenceOfSession } from '../../../host/analyses/sequence';
import { sequenceText } from '../../bill/sequence-text';
import { agentFolder } from '../../named/agent-folder';
import { unreadText } from '../../bill/words';
import { findingLine } from '../../print/findings';
import { withFolder, type BuildOptions } from '../../inspect-folder';
import { jsonText, type Output } from '../../print/output';
import { printStaleRules } from '../../print/stale-rules';

export interface SequenceOptions extends BuildOptions {
  readonly all: boolean;
  readonly json: boolean;
  /** Changed words are looked for in its files. */
  readonly folder?: string;
}

/** `strata sequence`: the requests of a file or folder in order: tokens, cache, cost, and what was lost and why. */
export async function runSequence(file: string, options: SequenceOptions, output: Output): Promise<number> {
  const agent = agentFolder(file, options);
  return withFolder(file, options, async (inspection, session) => {
    const { modelId, steps, totals, findings } = await sequenceOfSession(session, inspection, agent?.folder);
    for (const finding of findings) output.err(findingLine(finding));
    printStaleRules(steps, session.packs, options.now, output);
    const correction = correctionOf(inspection.analysis);
    if (options.json)
      await output.out(
        jsonText({
          version: 2,
          model: modelId,
          ...correction,
          ...(agent === undefined ? {} : { agentFolder: agent }),
          steps,
          totals,
          findings,
        }),
      );
    else if (steps.length > 0)
      await output.out(`${sequenceText({ steps, totals }, options.all)}${unreadText(agent, steps)}`);
    return steps.length === 0 ? 1 : 0;
  });
}
