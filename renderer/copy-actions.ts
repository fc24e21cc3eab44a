/** What leaves the window by the clipboard or as a file. */
import type { NodeId, ToolNode } from '../shared/document/types';
import { toolsId } from '../shared/document/tools-message';
import type { Tried } from '../shared/ipc/cache/cache-panel';
import type { Bridge, CopyScope, ExportFormat } from '../shared/ipc/contract';
import { call } from './bridge';
import type { EditorHandles } from './editor-handles';
import { copiedText, describeCopied } from './model/action-texts';
import type { InspectionStore } from './stores/inspection';
import type { ToastStore } from './stores/toasts';
import type { ViewStore } from './stores/view';
import { actionsWords as words } from './words/window/actions';

export interface CopyActions {
  /** Without `maskSecrets`, secrets are looked for first; if there are any, a dialog asks what to do with them. */
  copy(scope: CopyScope, format: ExportFormat, maskSecrets?: boolean, tried?: Tried): Promise<void>;
  exportFile(scope: CopyScope, format: ExportFormat, maskSecrets: boolean): Promise<void>;
  /** Text of the page itself, such as a name or a table; `what` says in a toast what was copied. */
  copyText(text: string, what: string): Promise<void>;
  /** Copies a patch that gives strata.json the tried breakpoints. */
  copyPatch(tried: Tried): Promise<void>;
  copySelection(): Promise<void>;
  /** One section, message or tool, as text. */
  copyNode(id: NodeId): Promise<void>;
  /** Puts a picture of a part of the page on the clipboard. */
  copyPicture(selector: string, what: string): Promise<void>;
}

interface Dependencies {
  readonly bridge: Bridge;
  readonly inspection: InspectionStore;
  readonly view: ViewStore;
  readonly toasts: ToastStore;
  readonly editors: EditorHandles;
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
  readonly toolOf: (id: NodeId) => ToolNode | undefined;
}

export function createCopyActions({
  bridge,
  inspection,
  view,
  toasts,
  editors,
  attempt,
  toolOf,
}: Dependencies): CopyActions {
  const copy: CopyActions['copy'] = (scope, format, maskSecrets, tried) =>
    attempt(async () => {
      const secrets = maskSecrets === undefined ? await call(bridge, 'prompt:secrets', scope, format, tried) : [];
      if (secrets.length > 0)
        view.askAboutSecrets({ scope, format, secrets, ...(tried === undefined ? {} : { tried }) });
      else {
        const options = { maskSecrets: maskSecrets ?? false, ...(tried === undefined ? {} : { tried }) };
        const copied = await call(bridge, 'prompt:copy', scope, format, options);
        toasts.show(copied.sendable ? 'done' : 'problem', copiedText(copied));
      }
    });
  return {
    copy,
    exportFile: (scope, format, maskSecrets) =>
      attempt(async () => {
        const written = await call(bridge, 'prompt:export', scope, format, { maskSecrets });
        if (written !== null)
          toasts.show(written.sendable ? 'done' : 'problem', words.wrote(written.path, describeCopied(written)));
      }),
    copyText: (text, what) =>
      attempt(async () => {
        await call(bridge, 'text:copy', text);
        toasts.show('done', words.copied(what));
      }),
    copyPatch: (tried) =>
      attempt(async () => {
        const taken = await call(bridge, 'cache:patch', tried);
        if ('problem' in taken) toasts.show('problem', words.nothingCopied(taken.problem));
        else if (taken.operations === 0) toasts.show('done', words.hasTheseBreakpoints);
        else {
          await call(bridge, 'text:copy', taken.patch);
          toasts.show('done', words.copiedPatch(taken.operations));
        }
      }),
    copySelection() {
      // Text that is selected in the conversation is text of the page.
      if (editors.conversation !== null && document.getSelection()?.isCollapsed === false) {
        document.execCommand('copy');
        return Promise.resolve();
      }
      const range = editors.conversation === null ? (editors.prompt?.selection() ?? null) : null;
      const text = inspection.store.getState().shown?.text;
      if (range === null || text === undefined) return copy({ kind: 'all' }, 'text');
      return copy({ kind: 'ranges', ranges: [...text.toMessageRanges(range.start, range.end)] }, 'text');
    },
    copyNode(id) {
      const text = inspection.store.getState().shown?.text;
      const isOfTools = id === toolsId || toolOf(id) !== undefined;
      const range = isOfTools ? text?.rangeOf(id) : undefined;
      if (range === undefined || text === undefined) return copy({ kind: 'node', id }, 'text');
      return copy({ kind: 'ranges', ranges: [...text.toMessageRanges(range.start, range.end)] }, 'text');
    },
    copyPicture: (selector, what) =>
      attempt(async () => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        if (box === undefined || box.width === 0) throw new Error(words.nothingToCopy(what));
        const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((value) =>
          Math.max(0, Math.round(value)),
        );
        await call(bridge, 'look:picture', { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 });
        toasts.show('done', words.copied(what));
      }),
  };
}
