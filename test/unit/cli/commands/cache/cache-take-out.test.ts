import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { patchedJson, patchOperations } from '../../../../support/json-patch';
import { pinned, strata, temporaryCopy } from '../../../../support/run-cli';

const examples = join(import.meta.dirname, '../../../../../build/examples');

/** An example with its longest-lived file made long enough to be cached. */
function longer(example: 'declared' | 'tagged-sections'): string {
  const folder = temporaryCopy(join(examples, example));
  const rules = Array.from({ length: 400 }, (_, index) => `Rule ${index}: never iron page ${index} while it is wet.`);
  if (example === 'declared') writeFileSync(join(folder, 'rules/house.md'), rules.join('\n'));
  else
    writeFileSync(
      join(folder, 'agents/harbor/agent.json'),
      JSON.stringify({ name: 'Harbor', trust: 'sandbox', identity: 'You are Harbor.', instructions: rules.join('\n') }),
    );
  return folder;
}

function script(text: string): string {
  const path = join(temporaryCopy(), 'session.turns');
  writeFileSync(path, text);
  return path;
}

const taken = (folder: string, form: string, ...more: readonly string[]) =>
  strata(
    'cache',
    folder,
    ...pinned,
    '--turns',
    script('send\nsend\nsend\n'),
    '--optimize',
    '--take-out',
    form,
    ...more,
  );

describe('strata cache --optimize --take-out', () => {
  it('prints the breakpoints, which --breakpoints plays again with two providers', async () => {
    const folder = longer('tagged-sections');
    const { code, out } = await taken(folder, 'breakpoints');
    expect(code).toBe(0);
    const file = JSON.parse(out);
    expect(file).toMatchObject({ version: 1, suggested: true, provider: 'anthropic', model: 'claude-sonnet-5-5' });
    expect(file.breakpoints.length + (file.end === 'off' ? 0 : 1)).toBeGreaterThan(0);
    const path = join(temporaryCopy(), 'best.json');
    writeFileSync(path, out);
    const turns = ['--turns', script('send\nsend\nsend\n')];
    const best = JSON.parse((await strata('cache', folder, ...pinned, ...turns, '--optimize', '--json')).out);
    const args = [...turns, '--provider', 'anthropic', '--provider', 'bedrock', '--breakpoints', path];
    const again = JSON.parse((await strata('cache', folder, ...pinned, ...args, '--json')).out);
    expect(again.runs[0].run.cost).toBe(best.runs[0].optimum.run.cost);
    expect(again.runs.map(({ run }: { run: { breakpoints: string } }) => run.breakpoints)).toEqual(['tried', 'tried']);
    const text = (await strata('cache', folder, ...pinned, ...args)).out;
    expect(text).toContain('Breakpoints with anthropic: those of --breakpoints.\n');
    expect(text).toContain('Breakpoints with bedrock: those of --breakpoints.\n');
  });

  it('prints the request of the provider with the markers at these places', async () => {
    const folder = longer('tagged-sections');
    const body = JSON.parse((await taken(folder, 'request')).out);
    const places = JSON.parse((await taken(folder, 'breakpoints')).out);
    const wanted = places.breakpoints.length + (places.end === 'off' ? 0 : 1);
    expect(JSON.stringify(body).split('"cache_control"')).toHaveLength(wanted + 1);
    expect(body.model).toBe('claude-sonnet-5-5');
    const { out: bedrock, err } = await taken(folder, 'request', '--provider', 'bedrock/claude-sonnet-4-5');
    expect(err).not.toContain('error');
    expect(bedrock).toContain('"cachePoint"');
    expect(bedrock).not.toContain('cache_control');
  });

  it('prints a patch of strata.json that gives a declared layout these breakpoints', async () => {
    const folder = longer('declared');
    const places = JSON.parse((await taken(folder, 'breakpoints')).out);
    const { code, out } = await taken(folder, 'patch');
    expect(code).toBe(0);
    const manifest = join(folder, 'strata.json');
    writeFileSync(manifest, patchedJson(readFileSync(manifest, 'utf8'), patchOperations.parse(JSON.parse(out))));
    const built = JSON.parse((await strata('build', folder, ...pinned, '--format', 'document')).out);
    const placed = built.breakpoints.map(({ after, ttl }: { after: string; ttl: string }) => [after, ttl]);
    const ends = places.end === 'off' ? [] : [[built.messages.at(-1).id, places.end]];
    expect(placed).toEqual([
      ...places.breakpoints.map(({ after, ttl }: { after: string; ttl: string }) => [after, ttl]),
      ...ends,
    ]);
    expect(placed.length).toBeGreaterThan(0);
    expect(JSON.parse((await taken(folder, 'patch')).out)).toEqual([]);
  });

  it('says why there is nothing to take out', async () => {
    const folder = longer('tagged-sections');
    expect(await taken(folder, 'patch')).toMatchObject({
      code: 2,
      err: expect.stringContaining('only in a declared layout'),
    });
    expect(await taken(folder, 'request', '--provider', 'google')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('there is nothing to print'),
    });
    expect(await strata('cache', folder, '--take-out', 'request')).toMatchObject({
      code: 2,
      err: expect.stringContaining('give --optimize'),
    });
    const path = script(
      JSON.stringify({
        version: 1,
        suggested: true,
        provider: 'anthropic',
        model: 'm',
        breakpoints: [{ after: 'system/Nowhere', tier: 'L0', ttl: '5m' }],
        end: 'off',
      }),
    );
    expect(await strata('cache', folder, '--breakpoints', path)).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no section "system/Nowhere"'),
    });
    expect(await strata('cache', folder, '--breakpoints', script('{}'))).toMatchObject({ code: 2 });
  });

  it('calls breakpoints suggested that no request has', async () => {
    const plain = longer('tagged-sections');
    expect((await strata('cache', plain, ...pinned)).out).toContain('Breakpoints: suggested by Strata');
    const own = await strata('cache', longer('declared'), ...pinned, '--optimize');
    expect(own.out).toContain('Breakpoints: those of the request.');
    expect(own.out).toContain('\nsuggested: the best breakpoints for this script:\n');
    const { runs } = JSON.parse((await strata('cache', longer('declared'), ...pinned, '--optimize', '--json')).out);
    expect([runs[0].run.breakpoints, runs[0].optimum.run.breakpoints]).toEqual(['sent', 'suggested']);
  });
});
