/**
 * With `--profile`: which functions take the time of the measured work, to explain a missed goal. Costs nothing when
 * off.
 */
import { Session } from 'node:inspector/promises';

const isOn = process.env['STRATA_BENCH_PROFILE'] !== undefined;

/** In microseconds. */
const interval = 100;

/** Not counted: waiting, and the profiler itself. */
const nobody = new Set(['(idle)', '(root)', '(program)', 'dispatch', 'post']);

export class Profile {
  /** @type {Session | undefined} */
  #session;
  /** @type {Map<string, number>} */
  #selfTimes = new Map();

  /** Call `begin` and `end` outside the timed section: starting and stopping takes longer than a keystroke. */
  async begin() {
    if (!isOn) return;
    if (this.#session === undefined) {
      this.#session = new Session();
      this.#session.connect();
      await this.#session.post('Profiler.enable');
      await this.#session.post('Profiler.setSamplingInterval', { interval });
    }
    await this.#session.post('Profiler.start');
  }

  async end() {
    if (this.#session === undefined) return;
    const { profile } = await this.#session.post('Profiler.stop');
    const names = new Map(
      profile.nodes.map(({ id, callFrame }) => [
        id,
        callFrame.functionName === '' ? `(anonymous):${callFrame.lineNumber + 1}` : callFrame.functionName,
      ]),
    );
    for (const [index, id] of (profile.samples ?? []).entries()) {
      const name = names.get(id) ?? '';
      if (!nobody.has(name))
        this.#selfTimes.set(name, (this.#selfTimes.get(name) ?? 0) + Math.max(0, profile.timeDeltas?.[index] ?? 0));
    }
  }

  /** The functions with the most self time, as shares of the total; undefined if nothing was profiled. */
  summary() {
    const all = [...this.#selfTimes.values()].reduce((sum, each) => sum + each, 0);
    if (all === 0) return undefined;
    const most = [...this.#selfTimes].toSorted((left, right) => right[1] - left[1]).slice(0, 15);
    return most.map(([name, time]) => ({ name, share: Number((time / all).toFixed(3)) }));
  }
}
