import { describe, expect, it } from 'vitest';
import { compareSent } from '../../../shared/analysis/compare/compare-sent';
import { requestFile } from '../../../shared/assemblers/request-file';
import { taggedSections } from '../../../shared/assemblers/tagged-sections';
import { exportDocument } from '../../../shared/exporters';
import { standInMessage } from '../../../shared/exporters/body/sendable';
import { assembleFiles, assembleWorkspace } from '../../support/assemble';
import { fixtures } from '../../support/fixtures';

const agent = { name: 'A', trust: 'controlled', identity: 'I am Ada.\nI like rain.', instructions: 'Be brief.' };
const files = { 'agents/a/agent.json': JSON.stringify(agent, null, 2), 'memories.json': '["Likes tea"]' };
const built = assembleWorkspace(taggedSections, files);

function against(system: string) {
  const request = assembleWorkspace(requestFile, {
    'r.request.json': JSON.stringify({
      model: 'claude-sonnet-4-5',
      system,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  });
  return compareSent(request.document, built.document);
}

const kinds = (rows: ReturnType<typeof against>) => rows.map(({ kind, name }) => `${kind} ${name}`);

describe('sent against built', () => {
  it('is the same where nothing changed, except for what the build lacks', () => {
    const rows = against(built.text);
    expect(rows.filter(({ kind }) => kind !== 'same')).toMatchObject([{ kind: 'only-sent', sent: 'Hello' }]);
    expect(rows.find(({ name }) => name === 'Identity')).toMatchObject({ place: { source: 'agents/a/agent.json' } });
  });

  it('finds the line that would have made what was changed', () => {
    const rows = against(built.text.replace('I like rain', 'I like snow'));
    const row = rows.find(({ kind }) => kind === 'changed');
    expect(row).toMatchObject({ name: 'Identity', sentNode: 'system/Identity', builtNode: 'system/Identity' });
    const place = row?.place;
    if (place === undefined) throw new Error('no place');
    expect(files['agents/a/agent.json'].slice(place.span.start, place.span.start + 4)).toBe('rain');
  });

  it('marks a section that differs only by the clock', () => {
    const clock = /(?<=Current time: ).*(?= \()/;
    const context = (sent: string) => against(sent).find(({ name, kind }) => kind === 'changed' && name === 'Context');
    expect(context(built.text.replace(clock, 'Friday, May 1, 2026 at 1:00 PM'))).toMatchObject({
      note: "only the machine's own facts differ: the clock",
    });
    expect(context(built.text.replace(clock, 'noon').replace('Current time', 'The time'))?.note).toBeUndefined();
  });

  it('lists what only one of them has', () => {
    const without = kinds(against(built.text.replace(/<Instructions>[\s\S]*<\/Instructions>\n\n/, '')));
    expect(without).toContain('only-built Instructions');
    const more = against(`${built.text}\n\n<Weather>\nSunny.\n</Weather>`);
    expect(more.filter(({ kind }) => kind === 'only-sent')).toMatchObject([
      { name: 'Weather', sentNode: 'system/Weather' },
      { sent: 'Hello' },
    ]);
  });

  it('knows the text of a section that the build leaves out, and why', () => {
    const sent = assembleWorkspace(taggedSections, files, { background: true });
    expect(against(sent.text).find(({ name }) => name === 'Background')).toMatchObject({
      kind: 'only-sent',
      note: 'the build leaves Background out: sent only when background is on',
    });
  });

  it('keeps sections that moved', () => {
    const [first = '', ...rest] = built.text.split('\n\n<');
    const moved = against([rest.map((each) => `<${each}`).join('\n\n'), first].join('\n\n'));
    expect(moved.filter(({ kind }) => kind !== 'same').map(({ sent }) => sent)).toEqual(['Hello']);
  });
});

/** For any design: its own export, read back, compares as equal. */
describe.each(
  fixtures()
    .filter(({ architecture }) => architecture.id !== 'request')
    .map(({ name, architecture, files, settings, facts, symbols }) => ({
      name,
      own: assembleFiles(architecture, files, settings, facts, symbols).document,
    }))
    .filter(({ own }) => own.messages.length > 0),
)('$name', ({ own }) => {
  it('is the same as its own export, except for the stand-in message', () => {
    const back = assembleWorkspace(requestFile, { 'r.request.json': exportDocument(own, 'anthropic').body });
    const others = compareSent(back.document, own).filter(({ kind }) => kind !== 'same');
    const isAsked = own.messages.some(({ role }) => role === 'user');
    expect(others).toMatchObject(isAsked ? [] : [{ kind: 'only-sent', sent: standInMessage }]);
    expect(others).toHaveLength(isAsked ? 0 : 1);
  });
});
