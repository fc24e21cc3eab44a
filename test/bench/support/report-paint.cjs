// Loaded into Electron before its app. Prints the clock time at which the first page had painted the awaited mark.
const { app } = require('electron');

// The app must not open this file as a folder.
const own = process.argv.indexOf('-r');
if (own >= 0) process.argv.splice(own, 2);

/** The app's own mark, or the first paint of the empty page; 0 if there is none yet. */
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
