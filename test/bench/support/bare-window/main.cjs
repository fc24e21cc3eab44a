// The window's peer: an Electron with one page and nothing else. BARE_PAGE is the page's file; without it the page is
// empty.
const { app, BrowserWindow } = require('electron');

async function open() {
  await app.whenReady();
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true },
  });
  window.once('ready-to-show', () => window.show());
  await (process.env.BARE_PAGE
    ? window.loadFile(process.env.BARE_PAGE)
    : window.loadURL('data:text/html,<title>empty</title><p>empty</p>'));
}

app.on('window-all-closed', () => app.quit());
void open();
