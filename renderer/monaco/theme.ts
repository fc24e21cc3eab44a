import { monaco } from './setup';

/** As `--lit-line`, for the overview at the edge of an editor; it is the same in both themes. */
export const litColour = '#9a70e8cc';

/** Editor colours. The rest of the window has the same ones in styles/tokens.css. */
export function setUpThemes(): () => void {
  monaco.editor.defineTheme('strata-light', {
    base: 'vs',
    inherit: true,
    rules: [
      { token: 'tag', foreground: '4b5f78' },
      { token: 'heading', foreground: '1e2126', fontStyle: 'bold' },
      { token: 'strong', fontStyle: 'bold' },
      { token: 'variable', foreground: '7a5138' },
      { token: 'code', foreground: '3f5a4e' },
    ],
    colors: {
      'editor.background': '#fffefb',
      'editorGutter.background': '#fffefb',
      'editorLineNumber.foreground': '#6a665f',
      'editor.lineHighlightBorder': '#00000000',
      'editor.lineHighlightBackground': '#f3f1ec',
      'editor.selectionBackground': '#cfe0f5',
      'editorWidget.background': '#fbfaf7',
      'editorWidget.border': '#d9d5cd',
      'scrollbarSlider.background': '#00000022',
      'diffEditor.removedLineBackground': '#b4231812',
      'diffEditor.removedTextBackground': '#b423181a',
      'diffEditor.insertedLineBackground': '#b3186d10',
      'diffEditor.insertedTextBackground': '#b3186d1c',
    },
  });
  monaco.editor.defineTheme('strata-dark', {
    base: 'vs-dark',
    inherit: true,
    rules: [
      { token: 'tag', foreground: '9fb3cc' },
      { token: 'heading', foreground: 'e6e7ea', fontStyle: 'bold' },
      { token: 'strong', fontStyle: 'bold' },
      { token: 'variable', foreground: 'd3a98c' },
      { token: 'code', foreground: 'a9c7b8' },
    ],
    colors: {
      'editor.background': '#191b20',
      'editorGutter.background': '#191b20',
      'editorLineNumber.foreground': '#9297a1',
      'editor.lineHighlightBorder': '#00000000',
      'editor.lineHighlightBackground': '#20232a',
      'editor.selectionBackground': '#2c4468',
      'editorWidget.background': '#1f2228',
      'editorWidget.border': '#343841',
      'scrollbarSlider.background': '#ffffff22',
      'diffEditor.removedLineBackground': '#ff8a7e18',
      'diffEditor.removedTextBackground': '#ff8a7e22',
      'diffEditor.insertedLineBackground': '#ff8fc414',
      'diffEditor.insertedTextBackground': '#ff8fc420',
    },
  });
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => monaco.editor.setTheme(dark.matches ? 'strata-dark' : 'strata-light');
  dark.addEventListener('change', apply);
  apply();
  return () => dark.removeEventListener('change', apply);
}
