import { expect, it } from 'vitest';
import { assembleTraced } from '../../../../../shared/assemblers/agents/traced';
import { traceRequest } from '../../../../../shared/assemblers/agents/traced/trace';
import type { TracedRequest } from '../../../../../shared/assemblers/agents/traced/types';
import { sourceId } from '../../../../../shared/document/builders';
import { checkDocument } from '../../../../../shared/document/check';
import { leaves, nodeText } from '../../../../../shared/document/walk';
import { exportDocument } from '../../../../../shared/exporters';

const rules =
  '# Quayside\n\nTimes are local to the pier, never to the server.\nMoney is whole cents, and so is change.\n';
const body = {
  model: 'claude-sonnet-4-5',
  max_tokens: 10,
  system: `You are mine.\n<rules>\n${rules}</rules>\nBe brief.`,
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Go on, "please".' }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'read', input: { path: 'AGENTS.md' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: `Read:\n${rules}` }] },
    { role: 'assistant', content: [{ type: 'text', text: 'Money is whole cents, and so is change. I see.' }] },
  ],
};

function traced(sent: unknown, files: Readonly<Record<string, string>>): TracedRequest {
  const about = { name: 'r', agent: 'mine', version: null, session: 's', folder: null, at: '', address: null };
  return traceRequest(
    { ...about, form: 'anthropic', body: JSON.stringify(sent) },
    Object.entries(files).map(([id, text]) => ({ id, text })),
  );
}

function built(request: TracedRequest, files: Readonly<Record<string, string>>) {
  const present = Object.entries(files).map(([path, text]) => ({ id: sourceId(path), path, as: path, text }));
  const assembled = assembleTraced(request, present);
  expect(checkDocument(assembled.document, new Map(present.map(({ id, text }) => [id, text])))).toEqual([]);
  return { ...assembled, sent: JSON.parse(exportDocument(assembled.document, 'sent').body) };
}

it('gives each stretch the file it stands in, character by character, and the rest to the agent', () => {
  const request = traced(body, { 'AGENTS.md': rules });
  const { document, sent, findings } = built(request, { 'AGENTS.md': rules });
  expect(request.matched).toBe(2 * rules.length);
  expect(sent).toEqual(body);
  expect(findings).toEqual([]);
  const kinds = document.messages.map((message) => leaves(message).map(({ origin }) => origin.kind));
  expect(kinds[0]).toEqual(['learned', 'file', 'learned']);
  expect(kinds[1]).toEqual(['learned']);
  expect(kinds[3]).toEqual(['learned', 'file']);
  // What the model said is its own, though the file says the same.
  expect(kinds[4]).toEqual(['learned']);
});

it('says what the request would be with the files as they are now', () => {
  const request = traced(body, { 'AGENTS.md': rules });
  const now = `${rules.replace('whole cents', 'whole øre')}Added "at the end".\n`;
  const { sent, findings } = built(request, { 'AGENTS.md': now });
  expect(sent.system).toBe(`You are mine.\n<rules>\n${now}</rules>\nBe brief.`);
  expect(sent.messages[2].content[0].content).toBe(`Read:\n${now}`);
  expect(sent.messages[3]).toEqual(body.messages[3]);
  expect(findings).toEqual([]);
});

it('follows two edits of a file of which only the middle was sent', () => {
  const lines = Array.from({ length: 12 }, (_, n) => `Line ${n} of the notes that the crews have to read.\n`);
  const before = lines.join('');
  const request = traced({ ...body, system: lines.slice(4, 8).join('') }, { 'notes.md': before });
  const now = before
    .replace('Line 1 of', 'The first line of')
    .replace('Line 6 of the notes', 'Line six of all notes')
    .replace('Line 10 of', 'The tenth line of');
  const { sent, findings } = built(request, { 'notes.md': now });
  expect(sent.system).toBe(lines.slice(4, 8).join('').replace('Line 6 of the notes', 'Line six of all notes'));
  expect(findings).toEqual([]);
  const edge = before.replace(/notes that the crews have to read\.\nLine 4 of the/, 'two lines in one, of the');
  expect(built(request, { 'notes.md': edge }).findings).toEqual([
    expect.objectContaining({
      ruleId: 'trace-edge',
      message:
        'An edit of notes.md crosses the edge of what was sent of it: what the agent would send there is not known',
    }),
  ]);
});

it('keeps the text as it was sent where the file is gone or was rewritten', () => {
  const two = { ...body, system: rules.slice(0, 62), messages: [{ role: 'user', content: rules.slice(62) }] };
  const request = traced(two, { 'AGENTS.md': rules });
  expect(request.stretches).toHaveLength(2);
  const gone = built(request, {});
  expect(gone.sent).toEqual(two);
  expect(gone.findings.map(({ message }) => message)).toEqual([
    'AGENTS.md cannot be read now: the text that it gave stays as it was sent',
  ]);
  const rewritten = built(request, { 'AGENTS.md': 'Nothing of it is left here.\n' });
  expect(rewritten.findings.map(({ ruleId }) => ruleId)).toEqual(['trace-lost']);
});

it('says where a text was shortened, and that the rule for it is not known', () => {
  const line = 'Writes the notes of a release for the crews, from the commits since the last tag.\n';
  const sent = { ...body, system: 'Writes the notes of a release for the crews, from...\nMore.' };
  const request = traced(sent, { 'SKILL.md': line });
  const { document } = built(request, { 'SKILL.md': line });
  expect(document.messages.flatMap(leaves)[0]).toMatchObject({
    value: 'Writes the notes of a release for the crews, from...',
    origin: { kind: 'file', source: 'SKILL.md', span: { start: 0, end: 49 }, change: 'truncated' },
  });
  const edited = built(request, { 'SKILL.md': line.replace('the notes', 'all notes') });
  expect(edited.document.messages.slice(0, 1).map(nodeText)).toEqual([
    'Writes all notes of a release for the crews, from...\nMore.',
  ]);
  expect(edited.findings.map(({ ruleId }) => ruleId)).toEqual(['trace-shortened']);
});

it('leaves a broken body alone', () => {
  const about = { name: 'r', agent: 'mine', version: null, session: 's', folder: null, at: '', address: null };
  const request = traceRequest({ ...about, form: 'anthropic', body: '[' }, [{ id: 'a', text: rules }]);
  expect(assembleTraced(request, []).usable).toBe(false);
});
