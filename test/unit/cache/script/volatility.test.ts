import { describe, expect, it } from 'vitest';
import { classifyVolatility, type Cause } from '../../../../shared/cache/script/volatility';
import { clock } from '../../../../shared/analysis/rules/example';
import { frame, nodeId, section } from '../../../../shared/document/builders';
import { layoutDocument } from '../../../../shared/document/layout';
import type { PromptDocument } from '../../../../shared/document/types';
import { counted, filePart, part, system } from '../../../support/cache/documents';

const minute: Cause = { kind: 'clock', name: 'every minute' };
const day: Cause = { kind: 'clock', name: 'every day' };
const host: Cause = { kind: 'environment', name: 'a machine with another name' };
const setting: Cause = { kind: 'setting', name: 'mode = brief' };

const at = (time: string, ...rest: readonly ReturnType<typeof part>[]) =>
  system(
    filePart('Identity', 'L0', 'You are Ada.'),
    section(nodeId('system/Context'), 'Context', 'L3', [frame('Time: '), clock(time), frame('.')]),
    ...rest,
  );
const memories = filePart('Memories', 'L3', '- The user likes trains and long walks.');
const classify = (base: PromptDocument, ...variants: readonly (readonly [Cause, PromptDocument])[]) =>
  classifyVolatility(
    counted(base),
    variants.map(([cause, document]) => ({ cause, document })),
  );

describe('volatility', () => {
  it('names the text that moves, to the character', () => {
    const base = at('12:30 on Monday', memories);
    const { movers } = classify(base, [minute, at('12:31 on Monday', memories)]);
    const text = layoutDocument(base)[0]?.text ?? '';
    expect(movers).toMatchObject([{ sections: ['system/Context'], moveBehind: 'system/Memories' }]);
    expect(movers[0]?.ranges.map(({ start, end }) => text.slice(start, end))).toEqual(['0']);
  });

  it('says what comes after it and where it would break nothing', () => {
    const base = counted(at('12:30', memories));
    const { movers, findings } = classifyVolatility(base, [{ cause: minute, document: at('12:31', memories) }]);
    const behind = base.analysis.tokens[nodeId('system/Memories')]?.tokens;
    expect(movers[0]).toMatchObject({ stableBehind: behind });
    expect(findings).toMatchObject([
      {
        ruleId: 'volatile-clock',
        severity: 'warning',
        node: 'system/Context',
        note: 'Move it after system/Memories.',
        inPrompt: { message: 'system' },
      },
    ]);
    expect(findings[0]?.message).toContain(
      `"12:30" in system/Context changes every minute; ${behind} tokens after it stay the same, and`,
    );
  });

  it('does not count text behind it that another cause changes, unless by a choice', () => {
    const named = (name: string) => at('12:30', filePart('Host', 'L3', `You run on ${name}.`), memories);
    const base = counted(named('ada'));
    const variants = [
      { cause: minute, document: at('12:31', filePart('Host', 'L3', 'You run on ada.'), memories) },
      { cause: host, document: named('bob') },
    ];
    const kept = base.analysis.tokens[nodeId('system/Memories')]?.tokens;
    expect(classifyVolatility(base, variants).movers).toMatchObject([{ stableBehind: kept }, { stableBehind: kept }]);
    const chosen = classifyVolatility(base, [
      { cause: minute, document: variants[0]?.document ?? base.document },
      { cause: setting, document: named('bob') },
    ]);
    expect(chosen.movers[0]?.stableBehind).toBeGreaterThan(kept ?? 0);
  });

  it('quotes the value that grows, not the words behind it', () => {
    const path = (value: string) =>
      system(
        section(nodeId('system/Context'), 'Context', 'L3', [frame('Path: '), clock(value), frame('\n- Next')]),
        memories,
      );
    const { findings } = classify(path('/a'), [host, path('/a/b')]);
    expect(findings[0]?.message).toMatch(/^"\/a" in system\/Context differs with a machine with another name; /);
  });

  it('finds nothing wrong with the clock at the end', () => {
    expect(classify(at('12:30'), [minute, at('12:31')])).toMatchObject({
      movers: [{ stableBehind: 0, moveBehind: null }],
      findings: [],
    });
  });

  it('does not report for a day what a minute already shows', () => {
    expect(
      classify(at('12:30', memories), [minute, at('12:31', memories)], [day, at('12:30 +1', memories)]).movers.map(
        ({ cause }) => cause,
      ),
    ).toEqual([minute]);
  });

  it('sees sections come and go with a setting, and calls that a choice', () => {
    const background = part('Background', 'active', 'You run in the background.');
    const { movers, findings } = classify(
      at('12:30', memories),
      [setting, at('12:30', background, memories)],
      [setting, at('12:30')],
    );
    expect(movers.map(({ sections }) => sections)).toEqual([
      ['system/Background', 'system'],
      ['system', 'system/Memories'],
    ]);
    expect(findings).toEqual([]);
  });

  it('traces text of a file to the file', () => {
    const base = system(filePart('Host', 'L1', 'Runs on alpha today.'), memories);
    const { findings } = classify(base, [host, system(filePart('Host', 'L1', 'Runs on beta today.'), memories)]);
    expect(findings).toMatchObject([
      { ruleId: 'volatile-environment', severity: 'info', place: { source: 'Host.md', span: { start: 8 } } },
    ]);
  });

  it('is silent when nothing moves', () => {
    expect(classify(at('12:30'), [host, at('12:30')])).toEqual({ movers: [], findings: [] });
  });
});
