/** What a page's main thread does, from Chromium's trace: its tasks and frames with their CPU time. */
import { pause } from './window-support.mjs';

/** Only the categories that are read here: every recorded event costs the page time. */
const categories = ['toplevel', 'blink.user_timing'];

/**
 * Traces the page while `work` runs; `step` begins a new step.
 * @param {import('./window-support.mjs').Running} running
 * @param {(step: () => Promise<void>) => Promise<void>} work
 * @returns {Promise<readonly Step[]>} one for each step, in milliseconds of processor time of the page's main thread
 *
 * @typedef {object} Step
 * @property {number} total of all tasks
 * @property {number} longest task
 * @property {number} frame the most of one frame: its rendering and the tasks since the frame before
 * @property {number} wall of the longest task, with what other processes took from it
 */
export async function traced({ page, cdp }, work) {
  /** @type {any[]} */
  const events = [];
  const collect = (/** @type {{ value: any[] }} */ { value }) => void events.push(...value);
  cdp.on('Tracing.dataCollected', collect);
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: categories } });
  await pause(100);
  let steps = 0;
  await work(() => page.evaluate((name) => void performance.mark(name), `bench-step-${steps++}`));
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', () => resolve(undefined)));
  await cdp.send('Tracing.end');
  await complete;
  cdp.off('Tracing.dataCollected', collect);
  const marks = events.filter(({ name }) => String(name).startsWith('bench-step-'));
  const [first] = marks;
  if (first === undefined || marks.length !== steps) throw new Error(`the trace has ${marks.length} of ${steps} steps`);
  const own = events
    .filter(({ pid, tid, ph }) => pid === first.pid && tid === first.tid && ph === 'X')
    .toSorted((a, b) => a.ts - b.ts);
  const all = own.filter(({ name }) => name === 'ThreadControllerImpl::RunTask');
  const timed = all.filter(({ tdur }) => tdur !== undefined).length;
  if (timed === 0 || timed < all.length * 0.95)
    throw new Error(`the trace has processor times of ${timed} tasks of ${all.length}`);
  // A task sometimes lacks its CPU time. Then its wall time counts, which is never less.
  const tasks = all.map((task) => ({ ...task, tdur: task.tdur ?? task.dur }));
  const frames = tasks.filter(({ args }) => args?.src_func === 'ScheduledActionSendBeginMainFrame');
  if (frames.length === 0) throw new Error('the trace has no frames');
  return marks.map(({ ts }, index) => {
    const until = marks[index + 1]?.ts ?? Infinity;
    const inStep = (/** @type {{ ts: number }} */ event) => event.ts >= ts && event.ts < until;
    return measure(tasks.filter(inStep), frames.filter(inStep));
  });
}

const frameLength = 16_700;

/** @param {readonly any[]} tasks @param {readonly any[]} frames */
function measure(tasks, frames) {
  const perFrame = frames.map((frame, index) => {
    const since = Math.max((frames[index - 1]?.ts ?? 0) + (frames[index - 1]?.dur ?? 0), frame.ts - frameLength);
    return tasks.filter(({ ts, dur }) => ts + dur > since && ts <= frame.ts).reduce((sum, { tdur }) => sum + tdur, 0);
  });
  const cpu = tasks.map(({ tdur }) => tdur / 1000);
  return {
    total: cpu.reduce((sum, each) => sum + each, 0),
    longest: Math.max(0, ...cpu),
    frame: Math.max(0, ...perFrame) / 1000,
    wall: Math.max(0, ...tasks.map(({ dur }) => dur / 1000)),
  };
}
