// The app as `npm run dev` starts it: beside an installed Strata, with its own state, and told to reload or to quit.
import { join } from 'node:path';
import { app, BrowserWindow } from 'electron';

const name = 'Strata Development';
app.setName(name);
app.setPath('userData', join(app.getPath('appData'), name));

process.on('message', (message) => {
  if (message === 'quit') app.quit();
  if (message !== 'reload') return;
  for (const window of BrowserWindow.getAllWindows()) window.webContents.reloadIgnoringCache();
});

// Awaited, so that all of it runs before the app is ready. No literal address: the file exists only after a build.
await import(new URL('../out/main/main.js', import.meta.url).href);
