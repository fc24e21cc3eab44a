import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstBounds, fitBounds, readWindowState } from '../../../electron/window/bounds';
import { commandArguments, folderArgument } from '../../../electron/start/command-line';
import { contentPolicy, isOwnUrl, isPageUrl, pageFile, pageHeaders } from '../../../electron/window/page';

const root = join('/app', 'out', 'renderer');

describe('the page', () => {
  it('is served from its own folder only', () => {
    expect(pageFile(root, 'app://strata/index.html')).toBe(join(root, 'index.html'));
    expect(pageFile(root, 'app://strata/')).toBe(join(root, 'index.html'));
    expect(pageFile(root, 'app://strata/assets/a%20b.js')).toBe(join(root, 'assets', 'a b.js'));
    expect(pageFile(root, 'app://other/index.html')).toBeNull();
    expect(pageFile(root, 'app://strata/..%2f..%2fmain%2fmain.js')).toBeNull();
    expect(pageFile(root, 'app://strata/%00')).toBeNull();
    expect(pageFile(root, 'app://strata/%zz')).toBeNull();
    expect(pageFile(root, 'not a url')).toBeNull();
  });

  it('allows no script but its own', () => {
    expect(contentPolicy).toContain("default-src 'none'");
    expect(contentPolicy).toContain("script-src 'self';");
    expect(contentPolicy).not.toContain('unsafe-eval');
    expect(pageHeaders('x.js')['content-security-policy']).toBe(contentPolicy);
  });

  it('is recognised by its origin, not by a prefix of it', () => {
    expect(isPageUrl('app://strata/index.html')).toBe(true);
    expect(isPageUrl('app://strata.evil/index.html')).toBe(false);
    expect(isPageUrl('https://strata/')).toBe(false);
  });
});

describe('requests', () => {
  it.each([
    'https://example.org/',
    'http://127.0.0.1:80/',
    'file:///etc/passwd',
    'app://other/',
    'ws://example.org',
    'ftp://example.org',
    'chrome://gpu',
    'about:blank',
  ])('to %s are none of ours', (url) => {
    expect(isOwnUrl(url)).toBe(false);
  });
  it('to the page and its tools are', () => {
    expect(
      ['app://strata/index.html', 'devtools://devtools/x.html', 'data:image/png;base64,AA=='].every(isOwnUrl),
    ).toBe(true);
  });
});

describe('the command line of the app', () => {
  it('names the folder after the app when that is not packaged', () => {
    expect(folderArgument(['electron', '--no-sandbox', '/repo', 'work'], false, '/home')).toBe('/home/work');
    expect(folderArgument(['electron', '/repo'], false, '/home')).toBeUndefined();
    expect(folderArgument(['strata', '/work'], true, '/home')).toBe('/work');
  });

  it('is that of the strata command behind --cli', () => {
    expect(commandArguments(['strata-app', '--no-sandbox', '--cli', 'build', '--json', '.'])).toEqual([
      'build',
      '--json',
      '.',
    ]);
    expect(commandArguments(['strata-app', '/work'])).toBeUndefined();
  });
});

describe('remembered bounds', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 };
  it('are read as they were written, with and without a place', () => {
    for (const state of [{ x: -100, y: 50, width: 1200, height: 800, maximized: false }, firstBounds])
      expect(readWindowState(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });
  it('are not taken from a file that says something else', () => {
    const state = { x: 100, y: 50, width: 1200, height: 800, maximized: false };
    for (const wrong of [
      undefined,
      null,
      [],
      'x',
      {},
      { ...state, width: 399 },
      { ...state, height: '800' },
      { ...state, maximized: 1 },
      { ...state, x: 0.5 },
    ])
      expect(readWindowState(wrong)).toBeUndefined();
  });
  it('are used where they are on a screen', () => {
    const state = { x: 100, y: 50, width: 1200, height: 800, maximized: false };
    expect(fitBounds(state, [screen])).toEqual(state);
  });
  it('lose their place when that screen is gone', () => {
    expect(fitBounds({ x: 3000, y: 50, width: 1200, height: 800, maximized: true }, [screen])).toEqual({
      width: 1200,
      height: 800,
      maximized: true,
    });
  });
  it('never exceed every screen', () => {
    expect(fitBounds({ width: 5000, height: 4000, maximized: false }, [screen])).toEqual({
      width: 1920,
      height: 1080,
      maximized: false,
    });
    expect(fitBounds(firstBounds, [])).toEqual(firstBounds);
  });
});
