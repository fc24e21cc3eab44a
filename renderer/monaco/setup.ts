/** The only file that knows Monaco's paths: features, languages and workers. */
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/codeEditor/register';
import 'monaco-editor/features/diffEditor/register';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/caretOperations/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/contextmenu/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/lineSelection/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/longLinesHelper/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/smartSelect/register';
import 'monaco-editor/features/snippet/register';
import 'monaco-editor/features/suggest/register';
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/unusualLineTerminators/register';
import 'monaco-editor/features/wordHighlighter/register';
import 'monaco-editor/features/wordOperations/register';
import 'monaco-editor/languages/definitions/markdown/register';
import 'monaco-editor/languages/definitions/yaml/register';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import editorWorker from 'monaco-editor/editor/editor.worker?worker&url';
import jsonWorker from 'monaco-editor/languages/features/json/json.worker?worker&url';
import * as monaco from 'monaco-editor/editor';
import type { FileSchema } from '../../shared/ipc/contract';

export { monaco };

interface TrustedPolicy {
  createScriptURL(url: string): string;
}

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy };
    MonacoEnvironment?: { getWorker(id: string, label: string): Worker };
  }
}

const workers = new Set([editorWorker, jsonWorker]);

export function setUpMonaco(): void {
  const policy = window.trustedTypes?.createPolicy('strata-worker', {
    createScriptURL(url) {
      if (!workers.has(url)) throw new Error(`${url} is not one of our workers`);
      return url;
    },
  });
  const trusted = (url: string): string => policy?.createScriptURL(url) ?? url;
  window.MonacoEnvironment = {
    getWorker: (_id, label) =>
      new Worker(trusted(label === 'json' ? jsonWorker : editorWorker), { type: 'module', name: label }),
  };
  setJsonSchemas([]);
}

/** Completion and validation for the files an architecture reads; patterns are workspace globs. */
export function setJsonSchemas(schemas: readonly FileSchema[]): void {
  jsonDefaults.setDiagnosticsOptions({
    validate: true,
    allowComments: false,
    enableSchemaRequest: false,
    schemas: schemas.map(({ pattern, schema }, index) => ({
      uri: `strata://schema/${index}`,
      fileMatch: [`/${pattern}`, `**/${pattern}`],
      schema,
    })),
  });
}
