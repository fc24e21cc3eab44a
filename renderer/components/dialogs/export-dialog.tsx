import { useEffect, useMemo, useState } from 'react';
import { Checkbox, Label, Radio, RadioGroup } from 'react-aria-components';
import { tiers } from '../../../shared/document/types';
import { findNode } from '../../../shared/document/walk';
import { exportFormats } from '../../../shared/exporters/types';
import type { Bridge, CopyNotes, CopyScope, ExportFormat, SecretInfo } from '../../../shared/ipc/contract';
import { formatNames } from '../../model/action-texts';
import { call } from '../../bridge';
import { useApp, useShown, type App } from '../../context';
import type { Shown } from '../../stores/inspection';
import { DialogFrame } from './dialog-frame';
import { SecretList } from './secrets-dialog';
import { exportDialogWords as words } from '../../words/window/dialogs';

export function ExportDialog({ bridge }: { readonly bridge: Bridge }) {
  return (
    <DialogFrame name="export" title={words.title} className="export-dialog">
      <ExportForm bridge={bridge} />
    </DialogFrame>
  );
}

/** Chooses scope and format, and lists what looks like a secret in the export. */
function ExportForm({ bridge }: { readonly bridge: Bridge }) {
  const { actions, view } = useApp();
  const scopes = useScopes();
  const [scopeKey, setScopeKey] = useState('all');
  const [format, setFormat] = useState<ExportFormat>('text');
  const [mask, setMask] = useState(true);
  const [secrets, setSecrets] = useState<readonly SecretInfo[]>([]);
  const [notes, setNotes] = useState<CopyNotes>({ sendable: true, warnings: [] });
  const chosen = scopes.find((each) => each.key === scopeKey) ?? scopes[0];
  const scope = chosen?.scope ?? whole;
  useEffect(() => {
    call(bridge, 'prompt:secrets', scope, format).then(setSecrets, actions.report);
    call(bridge, 'prompt:preview', scope, format).then(setNotes, actions.report);
  }, [bridge, actions, scope, format]);
  const masked = mask && secrets.length > 0;
  const done = (work: Promise<void>): void => {
    view.showDialog(null);
    work.catch(actions.report);
  };
  return (
    <>
      <div className="export-columns">
        <RadioGroup className="radios" value={chosen?.key ?? 'all'} onChange={setScopeKey}>
          <Label className="menu-head">{words.what}</Label>
          {scopes.map((each) => (
            <Radio key={each.key} value={each.key} className="radio">
              {each.label}
            </Radio>
          ))}
        </RadioGroup>
        <RadioGroup
          className="radios"
          value={format}
          onChange={(value) => setFormat(exportFormats.find((each) => each === value) ?? 'text')}
        >
          <Label className="menu-head">{words.as}</Label>
          {exportFormats.map((each) => (
            <Radio key={each} value={each} className="radio">
              {formatNames[each]}
            </Radio>
          ))}
        </RadioGroup>
      </div>
      <Notes notes={notes} />
      {secrets.length === 0 ? (
        <p className="help export-secrets">{words.noSecrets}</p>
      ) : (
        <div className="export-secrets">
          <Checkbox className="checkbox" isSelected={mask} onChange={setMask}>
            <span className="box" aria-hidden="true">
              {mask ? '✓' : ''}
            </span>
            {words.maskSecrets(secrets.length)}
          </Checkbox>
          <SecretList secrets={secrets} />
        </div>
      )}
      <footer className="dialog-foot">
        <button type="button" className="quiet" onClick={() => done(actions.exportFile(scope, format, masked))}>
          {words.saveToFile}
        </button>
        <button type="button" className="primary" onClick={() => done(actions.copy(scope, format, masked))}>
          {words.copyToClipboard}
        </button>
      </footer>
    </>
  );
}

/** What the export lacks or leaves out, shown before it is made. */
function Notes({ notes: { sendable, warnings } }: { readonly notes: CopyNotes }) {
  if (warnings.length === 0) return null;
  return (
    <ul className={sendable ? 'export-notes' : 'export-notes not-sendable'} aria-label={words.notExpressed}>
      {warnings.map((warning, index) => (
        <li key={index}>{warning}</li>
      ))}
    </ul>
  );
}

interface ScopeChoice {
  readonly key: string;
  readonly label: string;
  readonly scope: CopyScope;
}

const whole: CopyScope = { kind: 'all' };

function useScopes(): readonly ScopeChoice[] {
  const app = useApp();
  const shown = useShown();
  return useMemo(() => (shown === null ? [] : scopesOf(app, shown)), [app, shown]);
}

function scopesOf({ view, editors }: App, shown: Shown): readonly ScopeChoice[] {
  const { document } = shown.inspection;
  const { selected } = view.store.getState();
  const node =
    selected === null
      ? undefined
      : (findNode(document, selected) ?? document.tools.find((tool) => tool.id === selected));
  const range = (editors.conversation === null ? editors.prompt?.selection() : null) ?? null;
  const present = tiers.filter((tier) =>
    document.messages.some(
      (message) =>
        message.tier === tier || message.children.some((child) => child.type === 'section' && child.tier === tier),
    ),
  );
  return [
    { key: 'all', label: words.wholePrompt, scope: whole },
    ...(node === undefined || node.type === 'omitted'
      ? []
      : [
          {
            key: 'node',
            label: words.selectedNode(node.type, 'name' in node ? node.name : node.id),
            scope: { kind: 'node', id: node.id },
          } as const,
        ]),
    ...(range === null
      ? []
      : [
          {
            key: 'ranges',
            label: words.selectedText,
            scope: { kind: 'ranges' as const, ranges: [...shown.text.toMessageRanges(range.start, range.end)] },
          },
        ]),
    ...present.map((tier) => ({ key: tier, label: words.tier(tier), scope: { kind: 'tier', tier } as const })),
  ];
}
