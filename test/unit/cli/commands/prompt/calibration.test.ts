import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCalibrations, type CalibrationStore } from '../../../../../electron/host/count/calibration-store';
import { userDataFolder } from '../../../../../electron/host/disk/user-data';
import { reportSchema } from '../../../../../shared/ipc/written/report-schema';
import { pinned, strata, strataWith, temporaryCopy } from '../../../../support/run-cli';

const example = join(import.meta.dirname, '../../../../../build/examples/tagged-sections');
const model = 'claude-sonnet-5-5';

/** A store in which a window recorded that a folder takes twice as many tokens as estimated. */
function learnedOf(folder: string): CalibrationStore {
  const path = join(temporaryCopy(), 'calibration.json');
  const newest = { from: 'usage', tokens: 1000, at: '2026-02-25T12:30:00.000Z' } as const;
  openCalibrations(path).put(folder, { modelId: model, ratio: 2, low: 1.9, high: 2.1, samples: [2], newest });
  return openCalibrations(path);
}

const said =
  'are corrected × 2.00 (× 1.90–× 2.10) by what was reported, except for framing and images; ' +
  '--no-calibration leaves that out\n';

describe('what was learned about a folder', () => {
  it('corrects what is shown, and the output says so', async () => {
    const folder = temporaryCopy(example);
    const args = ['inspect', folder, '--model', model, ...pinned];
    const [plain, corrected] = [await strata(...args), await strataWith(learnedOf(folder), ...args)];
    expect(corrected.code).toBe(0);
    expect(corrected.out).toContain('× 2.00 as reported');
    expect(corrected.err.replace(plain.err, '')).toMatch(/^strata: estimates for .* are corrected/);
    expect(corrected.err).toContain(said);
    expect(plain.out).not.toContain('as reported');
  });

  it('is in the report', async () => {
    const folder = temporaryCopy(example);
    const args = ['inspect', folder, '--model', model, '--json', ...pinned];
    const [plain, corrected] = [await strata(...args), await strataWith(learnedOf(folder), ...args)].map(({ out }) =>
      reportSchema.parse(JSON.parse(out)),
    );
    expect(plain?.calibration).toBeUndefined();
    expect(corrected?.calibration).toEqual({ ratio: 2, low: 1.9, high: 2.1, samples: 1 });
    const [before, after] = [plain, corrected].map(
      (report) => (report?.total.tokens ?? 0) - (report?.overhead.tokens ?? 0),
    );
    expect((after ?? 0) / (before ?? 1)).toBeCloseTo(2, 1);
  });

  it.each([['cache'], ['matrix', '--over', 'background'], ['volatile']])(
    'is in the JSON of %s',
    async (command, ...more) => {
      const folder = temporaryCopy(example);
      const { out, err } = await strataWith(
        learnedOf(folder),
        command,
        folder,
        '--model',
        model,
        '--json',
        ...more,
        ...pinned,
      );
      expect(JSON.parse(out)).toMatchObject({ calibration: { ratio: 2, samples: 1 } });
      expect(err.split(said).length).toBe(2);
    },
  );

  it('is left out on demand, for another folder and for another model', async () => {
    const folder = temporaryCopy(example);
    const plain = await strata('inspect', folder, '--model', model, ...pinned);
    expect(
      await strataWith(learnedOf(folder), 'inspect', folder, '--model', model, '--no-calibration', ...pinned),
    ).toEqual(plain);
    expect(await strataWith(learnedOf(join(folder, 'other')), 'inspect', folder, '--model', model, ...pinned)).toEqual(
      plain,
    );
    const other = await strata('inspect', folder, '--model', 'gpt-5', ...pinned);
    expect(await strataWith(learnedOf(folder), 'inspect', folder, '--model', 'gpt-5', ...pinned)).toEqual(other);
  });

  it.each([['build', '--format', 'anthropic'], ['lint'], ['diff', '--with', 'background=true']])(
    'never changes what %s says',
    async (command, ...more) => {
      const folder = temporaryCopy(example);
      const args = [command, folder, '--model', model, ...more, ...pinned];
      expect(await strataWith(learnedOf(folder), ...args)).toEqual(await strata(...args));
    },
  );

  it('never changes what is locked and checked', async () => {
    const folder = temporaryCopy(example);
    const lock = async (learned: CalibrationStore | undefined): Promise<string> => {
      expect((await strataWith(learned, 'lock', folder, '--model', model, ...pinned)).code).toBe(0);
      return readFileSync(join(folder, 'strata.lock.json'), 'utf8');
    };
    expect(await lock(learnedOf(folder))).toBe(await lock(undefined));
    expect((await strataWith(learnedOf(folder), 'check', folder, ...pinned)).code).toBe(0);
  });

  it('is ignored when it is broken', async () => {
    const path = join(temporaryCopy(), 'calibration.json');
    writeFileSync(path, '{ "version": 1, ');
    const args = ['inspect', example, ...pinned];
    expect(await strataWith(openCalibrations(path), ...args)).toEqual(await strata(...args));
  });
});

describe("the folder of the user's data", () => {
  it('is where Electron has it on each platform', () => {
    const on = (platform: string, home: string, environment: Record<string, string> = {}): string =>
      userDataFolder({ platform, home, environment }, 'Strata');
    expect(on('linux', '/home/k')).toBe('/home/k/.config/Strata');
    expect(on('linux', '/home/k', { XDG_CONFIG_HOME: '/elsewhere' })).toBe('/elsewhere/Strata');
    expect(on('linux', '/home/k', { XDG_CONFIG_HOME: '' })).toBe('/home/k/.config/Strata');
    expect(on('darwin', '/Users/k')).toBe('/Users/k/Library/Application Support/Strata');
    expect(on('win32', 'C:\\Users\\k', { APPDATA: 'D:\\Roaming' })).toBe('D:\\Roaming\\Strata');
    expect(on('win32', 'C:\\Users\\k')).toBe('C:\\Users\\k\\AppData\\Roaming\\Strata');
  });
});
