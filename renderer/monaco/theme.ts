import { monaco } from './setup';

/** Editor colours. The rest of the window has the same ones in styles/tokens.css. */
export function setUpThemes(): () => void {
  monaco.editor.defineTheme('strata-light', {
    base: 'vs',
    inherit: true,
    rules: [
      { token: 'tag', foreground: '6b4f9e' },
      { token: 'heading', foreground: '1f4f8f', fontStyle: 'bold' },
      { token: 'strong', fontStyle: 'bold' },
      { token: 'variable', foreground: '9a4f00' },
      { token: 'code', foreground: '0b6b5d' },
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
    },
  });
  monaco.editor.defineTheme('strata-dark', {
    base: 'vs-dark',
    inherit: true,
    rules: [
      { token: 'tag', foreground: 'c3a6f0' },
      { token: 'heading', foreground: '8ab8f5', fontStyle: 'bold' },
      { token: 'strong', fontStyle: 'bold' },
      { token: 'variable', foreground: 'f0b273' },
      { token: 'code', foreground: '7cd1c0' },
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
    },
  });
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => monaco.editor.setTheme(dark.matches ? 'strata-dark' : 'strata-light');
  dark.addEventListener('change', apply);
  apply();
  return () => dark.removeEventListener('change', apply);
}
