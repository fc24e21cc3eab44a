// Runs in Electron: `electron draw.cjs <svg> <folder> <size,size,…>` writes <folder>/<size>.png, each drawn at its own
// size.
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { app, BrowserWindow } = require('electron');

const [svg, folder, sizes] = process.argv.slice(-3);

app.commandLine.appendSwitch('force-device-scale-factor', '1');
app.whenReady().then(
  async () => {
    const window = new BrowserWindow({
      width: 1024,
      height: 1024,
      useContentSize: true,
      show: false,
      webPreferences: { offscreen: true, sandbox: true },
    });
    await window.loadURL('data:text/html,<canvas></canvas>');
    const source = `data:image/svg+xml;base64,${readFileSync(svg).toString('base64')}`;
    for (const size of sizes.split(',').map(Number)) {
      const png = await window.webContents.executeJavaScript(`(async () => {
      const image = new Image(${size}, ${size});
      image.src = ${JSON.stringify(source)};
      await image.decode();
      const canvas = document.querySelector('canvas');
      canvas.width = canvas.height = ${size};
      canvas.getContext('2d').drawImage(image, 0, 0, ${size}, ${size});
      return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length);
    })()`);
      writeFileSync(join(folder, `${size}.png`), Buffer.from(png, 'base64'));
    }
    app.exit(0);
  },
  (problem) => {
    console.error(problem);
    app.exit(1);
  },
);
