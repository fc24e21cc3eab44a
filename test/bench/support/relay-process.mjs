/** The relay as `strata capture` runs it, with a session on disk. Arguments: bundled modules, upstream, captures. */
const [modules = '', upstream = '', captures = ''] = process.argv.slice(2);
const [{ startRelay }, { createRelayRecorder }, { createSessionAt }] = await Promise.all(
  ['relay', 'recorder', 'store'].map((name) => import(`${modules}/${name}.mjs`)),
);

const session = { agent: null, folder: null, wayIn: 'relay' };
const writer = await createSessionAt(captures, session, 10 * 1024 ** 3, new Date());
const recorder = createRelayRecorder(writer, (/** @type {unknown} */ problem) => {
  throw problem;
});
const relay = await startRelay({ recorder, upstreams: { anthropic: upstream }, environment: {} });
process.send?.(relay.baseFor('anthropic'));
