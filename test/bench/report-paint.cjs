// Loaded into an Electron before its app: says on standard output when, on the clock, its first page had painted what
// is waited for.
const { app } = require('electron');

// The app must not take this file for a folder to open.
const own = process.argv.indexOf('-r');
if (own >= 0) process.argv.splice(own, 2);

/** The app's own mark, or the first paint of the empty page; 0 while there is none. */
const paintedAt = `(() => {
  const mark = performance.getEntriesByName('first-prompt')[0];
  const [contentful] = performance.getEntriesByName('first-contentful-paint');
  const paint = mark ?? (location.protocol === 'data:' ? contentful : undefined);
  return paint === undefined ? 0 : performance.timeOrigin + paint.startTime;
})()`;

app.on('web-contents-created', (_event, contents) => {
  const ask = async () => {
    const at = await contents.executeJavaScript(paintedAt);
    if (at > 0) process.stdout.write(`painted ${at}\n`);
    else setTimeout(() => void ask(), 50);
  };
  contents.once('dom-ready', () => void ask());
});
