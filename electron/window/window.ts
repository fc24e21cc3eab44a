import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { fitBounds, firstBounds, readWindowState } from './bounds';
import { locations } from '../start/locations';
import { pageUrl } from './page';
import { allowsDevTools } from './dev-tools';
import { checkedFile, remembered } from '../state/state-file';

const paper = { light: '#f7f6f3', dark: '#16181c' };

/** A window that shows only our page; `offset` keeps a second window from covering the first. */
export function createWindow(offset: number): BrowserWindow {
  const lastTime = remembered(checkedFile(locations.state('window'), readWindowState, firstBounds));
  const bounds = fitBounds(
    lastTime.read(),
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const { maximized, x, y, width, height } = bounds;
  const window = new BrowserWindow({
    width,
    height,
    ...(x === undefined || y === undefined ? {} : { x: x + offset, y: y + offset }),
    minWidth: 860,
    minHeight: 520,
    show: false,
    title: 'Strata',
    backgroundColor: nativeTheme.shouldUseDarkColors ? paper.dark : paper.light,
    webPreferences: {
      preload: locations.preload(),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      devTools: allowsDevTools(app.isPackaged, process.env),
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  });
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => lastTime.write({ ...window.getNormalBounds(), maximized: window.isMaximized() }));
  return window;
}

export function loadPage(window: BrowserWindow): Promise<void> {
  return window.loadURL(pageUrl);
}
