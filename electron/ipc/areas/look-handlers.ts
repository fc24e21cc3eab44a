import electron, { clipboard, type BrowserWindow, type NativeImage } from 'electron';
import type { HandlersOf } from '../../../shared/ipc/contract';
import { chooseTheme } from '../../window/theme';

/** Electron's zoom levels: each step is 20 % of the one before. */
const furthest = 5;

/** How the window looks: its theme, its zoom, and a picture of it. */
export function createLookHandlers({ webContents }: BrowserWindow): HandlersOf<'look'> {
  return {
    'look:theme': async (theme) => {
      chooseTheme(theme);
      return null;
    },
    'look:picture': async ({ x, y, width, height }) => {
      const zoom = webContents.getZoomFactor();
      const scaled = (value: number): number => Math.round(value * zoom);
      const picture = await webContents.capturePage({
        x: scaled(x),
        y: scaled(y),
        width: scaled(width),
        height: scaled(height),
      });
      await copyPicture(picture);
      return null;
    },
    'look:zoom': async (step) => {
      const level = step === 'reset' ? 0 : webContents.getZoomLevel() + (step === 'in' ? 1 : -1);
      webContents.setZoomLevel(Math.max(-furthest, Math.min(furthest, level)));
      return null;
    },
  };
}

/** Electron 42, which the tests run on where the official build cannot be reached, has only `writeImage`. */
async function copyPicture(picture: NativeImage): Promise<void> {
  const older: unknown = Reflect.get(clipboard, 'writeImage');
  if (typeof older === 'function') {
    Reflect.apply(older, clipboard, [picture]);
    return;
  }
  const png = new Blob([new Uint8Array(picture.toPNG())], { type: 'image/png' });
  await clipboard.write([new electron.ClipboardItem({ 'image/png': png })]);
}
