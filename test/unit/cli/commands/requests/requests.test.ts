import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pinned, strata } from '../../../../support/run-cli';

const examples = join(import.meta.dirname, '../../../../../build/examples/requests');
const secrets = ['not-a-real-key', 'not-a-real-cookie'];

describe('the request examples', () => {
  it.each(readdirSync(examples).filter((name) => name !== 'strata.json'))(
    '%s is inspected and built by its own path, without its secrets',
    async (name) => {
      const inspected = await strata('inspect', join(examples, name), '--json', ...pinned);
      expect(inspected).toMatchObject({ code: 0 });
      const report: { architecture: string; sections: { name: string }[]; total: { tokens: number } } = JSON.parse(
        inspected.out,
      );
      expect(report.architecture).toBe('request');
      expect(report.total.tokens).toBeGreaterThan(50);
      expect(report.sections.map((section) => section.name)).toContain('HouseRules');
      const built = await strata('build', join(examples, name), ...pinned);
      expect(built.code).toBe(0);
      expect(built.out).toContain('roof vent');
      for (const secret of secrets) expect(`${inspected.out}${built.out}`).not.toContain(secret);
    },
  );

  it('count with the model the request names', async () => {
    const report: { model: { id: string } } = JSON.parse(
      (await strata('inspect', join(examples, 'openai-chat.request.json'), '--json', ...pinned)).out,
    );
    expect(report.model.id).toBe('gpt-6.1-sol');
  });

  it('contain the secrets that must not be printed', () => {
    expect(readFileSync(join(examples, 'call.curl'), 'utf8')).toContain(secrets[0]);
    expect(readFileSync(join(examples, 'session.har'), 'utf8')).toContain(secrets[1]);
  });
});

describe('strata sequence', () => {
  it('compares neighbours, with the cache predicted and reported', async () => {
    const { code, out } = await strata('sequence', join(examples, 'morning.requests.jsonl'), '--json', ...pinned);
    expect(code).toBe(0);
    const {
      steps,
    }: {
      steps: {
        first: { node: string } | null;
        predicted: { read: { low: number; high: number } };
        reported: { read: number };
      }[];
    } = JSON.parse(out);
    expect(steps).toHaveLength(3);
    expect(steps[0]).toMatchObject({
      changes: null,
      first: null,
      predicted: { read: { low: 0, high: 0 } },
      reported: { read: 0, written: 2094 },
    });
    expect(steps[1]?.predicted.read.low).toBeGreaterThan(1000);
    expect(steps[1]).toMatchObject({ reported: { read: 2094 } });
    expect(steps[2]?.first?.node).toBe('system/HouseRules');
    expect(steps[2]).toMatchObject({ predicted: { read: { low: 0, high: 0 } }, reported: { read: 0 } });
  });

  it('is wrong usage for a folder of prompts', async () => {
    expect(await strata('sequence', join(examples, '../layered'), ...pinned)).toMatchObject({ code: 2, out: '' });
  });
});
