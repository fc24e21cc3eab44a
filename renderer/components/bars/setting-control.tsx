import { useEffect, useState } from 'react';
import { Checkbox } from 'react-aria-components';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { SelectBox } from '../basics/select-box';
import { settingControlWords as words } from '../../words/window/bars';

export type Spec = Inspection['specs'][number];
export type Control = Inspection['controls'][number];
type Value = Inspection['settings'][string];

interface Props {
  readonly spec: Spec;
  readonly control: Control | undefined;
}

/** The control for a setting, chosen by its schema. */
export function SettingControl({ spec, control }: Props) {
  const { actions } = useApp();
  const value = control?.value ?? spec.default ?? null;
  const set = (next: Value | undefined): void => void actions.setSetting(spec.name, next);
  const muted = control?.isDefault ?? true;
  const help = control?.from === undefined ? spec.help : `${spec.help} (${control.from})`;
  if (spec.kind === 'toggle') {
    return (
      <Checkbox className="checkbox" isSelected={value === true} onChange={set} aria-description={help}>
        <span className="box" aria-hidden="true">
          {value === true ? '✓' : ''}
        </span>
        {spec.label}
      </Checkbox>
    );
  }
  const choices = control?.choices ?? spec.values?.map((each) => ({ value: each, label: each }));
  if (spec.kind === 'choice' && choices !== undefined) {
    const shown = typeof value === 'string' ? value : '';
    return <SelectBox label={spec.label} value={shown} choices={choices} help={help} muted={muted} onChange={set} />;
  }
  return <TextControl key={spec.name} spec={spec} value={value} muted={muted} help={help} onCommit={set} />;
}

interface TextProps {
  readonly spec: Spec;
  readonly value: Value;
  readonly muted: boolean;
  readonly help: string;
  readonly onCommit: (value: Value | undefined) => void;
}

/** Typed text is committed on blur or Enter. Text that does not parse stays in the field, with the reason. */
function TextControl({ spec, value, muted, help, onCommit }: TextProps) {
  const written = write(value);
  const [text, setText] = useState(written);
  const [problem, setProblem] = useState('');
  useEffect(() => setText(written), [written]);
  const commit = (): void => {
    if (text === written) return;
    const parsed = read(spec.kind, text);
    setProblem(parsed.ok ? '' : parsed.expected);
    if (parsed.ok) onCommit(parsed.value);
  };
  const common = {
    value: text,
    className: `text-field${muted ? ' is-default' : ''}`,
    'aria-invalid': problem !== '',
    title: problem === '' ? help : problem,
    onBlur: commit,
  };
  return (
    <label className="select">
      <span className="select-label">{spec.label}</span>
      {spec.long === true ? (
        <textarea {...common} rows={3} onChange={(event) => setText(event.target.value)} />
      ) : (
        <input
          {...common}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
            if (event.key === 'Escape') setText(written);
          }}
        />
      )}
    </label>
  );
}

function write(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return JSON.stringify(value);
}

type Parsed =
  { readonly ok: true; readonly value: Value | undefined } | { readonly ok: false; readonly expected: string };

function read(kind: Spec['kind'], text: string): Parsed {
  if (text.trim() === '') return { ok: true, value: undefined };
  if (kind === 'number')
    return Number.isFinite(Number(text))
      ? { ok: true, value: Number(text) }
      : { ok: false, expected: words.wantsNumber };
  if (kind === 'list' && !text.trimStart().startsWith('['))
    return {
      ok: true,
      value: text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    };
  if (kind === 'list' || kind === 'object' || (kind === 'textOrObject' && text.trimStart().startsWith('{'))) {
    try {
      const value: Value = JSON.parse(text);
      return { ok: true, value };
    } catch {
      return { ok: false, expected: words.wantsJson };
    }
  }
  return { ok: true, value: text };
}
