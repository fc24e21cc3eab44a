import { monaco } from './setup';

/** The colour of highlights at the edge of an editor: one for both themes, near both values of `--lit-line`. */
export const litColour = '#9a70e8cc';

/** Editor colours. The rest of the window has the same ones in styles/tokens.css. Those of tokens have no `#`. */
const light = {
  tag: '4b5f78',
  heading: '1e2126',
  variable: '7a5138',
  code: '3f5a4e',
  background: '#fffefb',
  lineNumber: '#6a665f',
  line: '#f3f1ec',
  selection: '#cfe0f5',
  widget: '#fbfaf7',
  widgetBorder: '#d9d5cd',
  slider: '#00000022',
  removedLine: '#b4231812',
  removedText: '#b423181a',
  insertedLine: '#b3186d10',
  insertedText: '#b3186d1c',
};

const dark: typeof light = {
  tag: '9fb3cc',
  heading: 'e6e7ea',
  variable: 'd3a98c',
  code: 'a9c7b8',
  background: '#191b20',
  lineNumber: '#9297a1',
  line: '#20232a',
  selection: '#2c4468',
  widget: '#1f2228',
  widgetBorder: '#343841',
  slider: '#ffffff22',
  removedLine: '#ff8a7e18',
  removedText: '#ff8a7e22',
  insertedLine: '#ff8fc414',
  insertedText: '#ff8fc420',
};

export function setUpThemes(): () => void {
  monaco.editor.defineTheme('strata-light', themeOf('vs', light));
  monaco.editor.defineTheme('strata-dark', themeOf('vs-dark', dark));
  const isDark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => monaco.editor.setTheme(isDark.matches ? 'strata-dark' : 'strata-light');
  isDark.addEventListener('change', apply);
  apply();
  return () => isDark.removeEventListener('change', apply);
}

function themeOf(base: 'vs' | 'vs-dark', colours: typeof light): monaco.editor.IStandaloneThemeData {
  return {
    base,
    inherit: true,
    rules: [
      { token: 'tag', foreground: colours.tag },
      { token: 'heading', foreground: colours.heading, fontStyle: 'bold' },
      { token: 'strong', fontStyle: 'bold' },
      { token: 'variable', foreground: colours.variable },
      { token: 'code', foreground: colours.code },
    ],
    colors: {
      'editor.background': colours.background,
      'editorGutter.background': colours.background,
      'editorLineNumber.foreground': colours.lineNumber,
      'editor.lineHighlightBorder': '#00000000',
      'editor.lineHighlightBackground': colours.line,
      'editor.selectionBackground': colours.selection,
      'editorWidget.background': colours.widget,
      'editorWidget.border': colours.widgetBorder,
      'scrollbarSlider.background': colours.slider,
      'diffEditor.removedLineBackground': colours.removedLine,
      'diffEditor.removedTextBackground': colours.removedText,
      'diffEditor.insertedLineBackground': colours.insertedLine,
      'diffEditor.insertedTextBackground': colours.insertedText,
    },
  };
}
