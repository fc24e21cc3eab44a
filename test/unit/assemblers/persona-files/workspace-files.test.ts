import { describe, expect, it } from 'vitest';
import { stripLeadingComments } from '../../../../shared/assemblers/persona-files/workspace-files';
import { leaves } from '../../../../shared/document/walk';
import { findingLines } from '../../../support/fixtures';
import { build, node, omission } from '../../../support/persona-files';

describe('workspace files', () => {
  it('leave the place of every character intact behind a comment', () => {
    const file = '\n<!-- one -->\n<!-- two -->\n\n  Text <!-- kept -->\n\n';
    const built = build({ 'AGENTS.md': file });
    const [leaf] = leaves(node(built, 'system/WorkspaceFiles/AGENTS.md')).filter(
      ({ origin }) => origin.kind === 'file',
    );
    expect(leaf).toMatchObject({
      value: 'Text <!-- kept -->',
      origin: { span: { start: file.indexOf('Text'), end: file.trimEnd().length } },
    });
    expect(node(built, 'system/WorkspaceFiles/AGENTS.md/comment')).toMatchObject({
      would: [{ value: '\n<!-- one -->\n<!-- two -->' }],
    });
  });

  it('warn at a comment that never closes', () => {
    const built = build({ 'TOOLS.md': '<!-- a -->\n<!-- b\nText' });
    expect(findingLines(built.findings, built)).toBe(
      'warning comment-unterminated TOOLS.md:2:1 A comment of TOOLS.md never closes, so nothing of the file is sent\n',
    );
    expect(omission(built, 'system/WorkspaceFiles/TOOLS.md')).toMatchObject({ reason: 'source-broken' });
  });

  it.each([
    ['', { body: 0, comments: 0, unterminated: undefined }],
    ['<!-->x', { body: 5, comments: 5, unterminated: undefined }],
    ['<!-- a --> \r\n<!---->b', { body: 20, comments: 20, unterminated: undefined }],
    ['x<!-- a -->', { body: 0, comments: 0, unterminated: undefined }],
  ])('are stripped: %j', (text, expected) => expect(stripLeadingComments(text)).toEqual(expected));

  it('mention the limits of later versions', () => {
    const built = build({ 'AGENTS.md': 'x'.repeat(32_001), '/p/CLAUDE.md': 'y'.repeat(8001) }, { project: '/p' });
    expect(built.findings.map((each) => `${each.severity} ${each.ruleId}`)).toEqual([
      'info project-context-long',
      'info workspace-file-long',
    ]);
  });
});
