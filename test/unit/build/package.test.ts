import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { icnsOf, icoOf } from '../../../build/icons/containers.mjs';
import { requireReleasable } from '../../../build/package/runtime.mjs';
import { root } from '../../../build/setup/paths.mjs';
import type { Runtime } from '../../../build/setup/runtime.mjs';

const runtime = (source: Runtime['source'], version: string): Runtime => ({
  source,
  version,
  executable: '/x/electron',
  why: 'a test',
});

describe('packages for release', () => {
  it('take Electron from its own project, in the version that was tested', () => {
    expect(requireReleasable(runtime('official', '45.3.2'), '45.3.2').source).toBe('official');
    expect(requireReleasable(runtime('given', '45.3.2'), '45.3.2').source).toBe('given');
  });

  it.each([runtime('unofficial', '42.0.0'), runtime('unofficial', '45.3.2'), runtime('given', '42.0.0'), undefined])(
    'refuse %j',
    (each) => {
      expect(() => requireReleasable(each, '45.3.2')).toThrow(/need Electron 45\.3\.2 from its own project/);
    },
  );

  it('are configured once, with every fuse that keeps foreign code out', () => {
    const config: unknown = parse(readFileSync(join(root, 'build', 'electron-builder.yml'), 'utf8'));
    expect(config).toMatchObject({
      asar: true,
      publish: null,
      electronFuses: {
        runAsNode: false,
        enableNodeOptionsEnvironmentVariable: false,
        enableNodeCliInspectArguments: false,
        onlyLoadAppFromAsar: true,
        enableEmbeddedAsarIntegrityValidation: true,
        grantFileProtocolExtraPrivileges: false,
      },
      linux: { target: ['AppImage', 'deb', 'tar.gz'] },
      win: { target: ['nsis'] },
      mac: { target: ['dmg'], hardenedRuntime: true },
    });
    expect(config).not.toHaveProperty('fileAssociations');
  });
});

describe('icons', () => {
  const sizeOf = (png: Buffer): number => png.readUInt32BE(16);

  it.each([16, 32, 48, 64, 128, 256, 512])('are there in %i pixels', (size) => {
    expect(sizeOf(readFileSync(join(root, 'build', 'icons', `${size}x${size}.png`)))).toBe(size);
  });

  it('for Windows and macOS hold the same pictures', () => {
    const png = readFileSync(join(root, 'build', 'icons', '256x256.png'));
    expect(readFileSync(join(root, 'build', 'icons', 'icon.ico')).includes(png)).toBe(true);
    expect(readFileSync(join(root, 'build', 'icons', 'icon.icns')).includes(png)).toBe(true);
    const ico = icoOf([{ size: 256, png }]);
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico[6], ico.readUInt32LE(14), ico.readUInt32LE(18)]).toEqual([
      1,
      1,
      0,
      png.length,
      22,
    ]);
    const icns = icnsOf([{ size: 256, png }]);
    expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4), icns.toString('latin1', 8, 12)]).toEqual([
      'icns',
      png.length + 16,
      'ic08',
    ]);
  });
});
