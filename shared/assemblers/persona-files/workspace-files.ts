/** Reads AGENTS.md and TOOLS.md of the data folder (persona-files, rule 9). */
import { nodeId, omitted } from '../../document/builders';
import { finding, placeOf, type Finding } from '../../sources/findings';
import { fileAs } from '../../sources/lookup';
import { fileRope, isBlank, trimRope, type Rope } from '../../sources/text/rope';
import type { Sources } from '../../sources/types';
import { contentStart } from '../../sources/text/white-space';
import { fileAbsence } from './absence';
import { codePoints } from '../../sources/text/code-points';
import type { Read, WorkspaceFile } from './model';
import { grouped } from '../../basics/grouped';

/** Later versions of the design cut a workspace file at this many characters. */
const laterLimit = 32_000;

export function readWorkspaceFiles(sources: Sources): Read<readonly WorkspaceFile[]> {
  const read = [
    readWorkspaceFile(sources, 'agents', 'AGENTS.md'),
    readWorkspaceFile(sources, 'toolsGuide', 'TOOLS.md'),
  ];
  return { value: read.map((each) => each.value), findings: read.flatMap((each) => each.findings) };
}

function readWorkspaceFile(sources: Sources, as: string, name: WorkspaceFile['name']): Read<WorkspaceFile> {
  const source = fileAs(sources, as);
  if (source === undefined)
    return { value: { name, source: undefined, part: { absent: fileAbsence(sources, as, name) } }, findings: [] };
  const { body, comments, unterminated } = stripLeadingComments(source.text);
  const rope = trimRope(fileRope(source, body));
  const findings: Finding[] = [];
  if (unterminated !== undefined) {
    const text = `A comment of ${name} never closes, so nothing of the file is sent`;
    findings.push(
      finding('warning', 'comment-unterminated', text, placeOf(source.id, unterminated, unterminated + 4), {
        note: 'Close it with -->.',
      }),
    );
  }
  const length = rope.reduce((sum, leaf) => sum + codePoints(leaf.value), 0);
  if (length > laterLimit) {
    findings.push(
      finding(
        'info',
        'workspace-file-long',
        `${name} has ${grouped(length)} characters; newer versions of this design cut it at ${grouped(laterLimit)}`,
        placeOf(source.id),
      ),
    );
  }
  const notes = commentNotes(name, fileRope(source, 0, comments));
  if (rope.length > 0) return { value: { name, source: source.id, part: { rope, ...notes } }, findings };
  const problem = 'a comment never closes';
  const absent =
    unterminated === undefined
      ? ({ reason: 'source-empty', source: source.id } as const)
      : ({ reason: 'source-broken', source: source.id, problem } as const);
  return { value: { name, source: source.id, part: { absent, ...notes } }, findings };
}

function commentNotes(name: string, comments: Rope): Pick<WorkspaceFile['part'], 'notes'> {
  if (isBlank(comments)) return {};
  const purpose = 'a leading comment, for people only';
  return {
    notes: omitted(
      nodeId('system', 'WorkspaceFiles', name, 'comment'),
      `${name} (comment)`,
      'L1',
      { reason: 'not-injected', purpose },
      comments,
    ),
  };
}

export interface Stripped {
  /** Offset of the text after the leading comments. */
  readonly body: number;
  /** Offset after the last leading comment; 0 if there is none. */
  readonly comments: number;
  /** Offset of a comment that never closes; the whole file then counts as empty. */
  readonly unterminated: number | undefined;
}

/** Strips leading `<!-- … -->` comments and the white space between them. Later comments stay. */
export function stripLeadingComments(text: string): Stripped {
  let end = 0;
  for (;;) {
    const start = end + contentStart(text.slice(end));
    if (!text.startsWith('<!--', start)) return { body: start, comments: end, unterminated: undefined };
    const close = text.indexOf('-->', start);
    if (close === -1) return { body: text.length, comments: text.length, unterminated: start };
    end = close + 3;
  }
}
