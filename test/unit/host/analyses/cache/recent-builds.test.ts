import { expect, it } from 'vitest';
import { createRecentBuilds } from '../../../../../electron/host/analyses/cache/recent-builds';
import { inspectionOf } from '../../../../support/inspection';

const built = (revision: number, tokens = 10) => {
  const inspection = inspectionOf(revision);
  return { ...inspection, analysis: { ...inspection.analysis, total: { ...inspection.analysis.total, tokens } } };
};

it('keeps the newest builds as long as there is room', () => {
  const builds = createRecentBuilds();
  for (let revision = 1; revision <= 150; revision += 1) builds.add(built(revision));
  expect(builds.find(50)).toBeUndefined();
  expect(builds.find(51)?.revision).toBe(51);
  builds.add(built(151, 5_000_000));
  expect(builds.find(150)).toBeUndefined();
  expect(builds.find(151)?.revision).toBe(151);
});

it('finds the previous build for an identical or stale one', () => {
  const builds = createRecentBuilds();
  const first = built(1);
  builds.add(first);
  builds.add({ ...first, revision: 2 });
  builds.add({ ...built(3), stale: true });
  builds.add(built(4));
  expect([1, 2, 3, 4].map((revision) => builds.find(revision)?.revision)).toEqual([1, 1, 1, 4]);
  builds.clear();
  expect(builds.find(4)).toBeUndefined();
});
