import { nodeId, omitted } from '../../document/builders';
import type { OmittedNode } from '../../document/types';
import { finding, placeOf, type Finding } from '../../sources/findings';
import { filesAs } from '../../sources/lookup';
import { fileRope } from '../../sources/text/rope';
import type { SourceRequest, Sources } from '../../sources/types';

export const rulesRequest: SourceRequest = {
  kind: 'glob',
  as: 'rules',
  root: 'workspace',
  pattern: '.claude/rules/**/*.md',
};

/** `.claude/rules` belongs to later versions: its files are shown but not sent. */
export function readRules(sources: Sources): {
  readonly aside: readonly OmittedNode[];
  readonly findings: readonly Finding[];
} {
  const files = filesAs(sources, 'rules');
  const aside = files.map((file) =>
    omitted(
      nodeId('rules', file.id),
      file.id,
      'L2',
      { reason: 'not-injected', purpose: 'rules, which are not part of this design' },
      fileRope(file),
    ),
  );
  const [first] = files;
  if (first === undefined) return { aside, findings: [] };
  const what = files.length === 1 ? `${first.id} is` : `${files.length} files in .claude/rules are`;
  const note = 'Move what the agent must know into CLAUDE.md.';
  return {
    aside,
    findings: [
      finding(
        'info',
        'rules-not-sent',
        `${what} not sent: .claude/rules is not part of this design`,
        placeOf(first.id),
        { note },
      ),
    ],
  };
}
