import { useCallback, useEffect, useState } from 'react';
import type { NodeId } from '../../../shared/document/types';
import type { Bridge } from '../../../shared/ipc/contract';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { call } from '../../bridge';
import { useApp } from '../../context';
import { formatChange, formatNumber, marks } from '../../model/counts';
import { settingTries, tokensInside, type SettingTry } from '../../model/sections/let-in';
import { leftOutWords as words } from '../../words/panes/sections';

interface Found {
  readonly setting: SettingTry;
  readonly tokens: number;
  /** Tokens by which the whole request grows or shrinks. */
  readonly change: number;
  /** The build that the figures compare with. */
  readonly of: Inspection;
}

interface Props {
  readonly node: NodeId;
  readonly reason: string;
  readonly inspection: Inspection;
  readonly bridge: Bridge;
}

/** Finds the setting that would let a part in, says what that changes, and sets it if the user wants. */
export function LetIn({ node, reason, inspection, bridge }: Props) {
  const { actions, view } = useApp();
  const [state, setState] = useState<'idle' | 'looking' | 'none' | Found>('idle');
  useEffect(() => setState('idle'), [node, inspection.workspace, inspection.settings]);
  const tries = settingTries(inspection, reason);
  const attempt = useCallback(
    async (setting: SettingTry): Promise<Found | null> => {
      const tried = await call(bridge, 'inspection:peek', { settings: { [setting.name]: setting.value } });
      const tokens = tokensInside(tried, node);
      const change = tried.analysis.total.tokens - inspection.analysis.total.tokens;
      return tokens === null ? null : { setting, tokens, change, of: inspection };
    },
    [bridge, node, inspection],
  );
  const look = async (): Promise<void> => {
    setState('looking');
    for (const setting of tries) {
      const found = await attempt(setting);
      if (found !== null) return setState(found);
    }
    setState('none');
  };
  // The figures belong to the prompt on screen, so they are asked for again with each build.
  useEffect(() => {
    if (typeof state === 'string' || state.of === inspection || inspection.stale) return;
    let isWanted = true;
    attempt(state.setting).then(
      (found) => {
        if (isWanted) setState(found ?? 'none');
      },
      (problem: unknown) => {
        setState('idle');
        actions.report(problem);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [state, inspection, attempt, actions]);
  if (tries.length === 0) return null;
  if (state === 'idle')
    return (
      <button
        type="button"
        className="link"
        onClick={() =>
          void look().catch((problem: unknown) => {
            setState('idle');
            actions.report(problem);
          })
        }
      >
        {words.question}
      </button>
    );
  if (state === 'looking') return <span>{words.trying}</span>;
  if (state === 'none') return <span>{words.noSetting}</span>;
  const { setting, tokens, change } = state;
  const key = `setting:${setting.name}=${String(setting.value)}`;
  return (
    <span className="let-in">
      <strong>
        {setting.label}: {setting.valueText}
      </strong>{' '}
      {words.letsItIn(`${formatNumber(tokens)} ${marks[inspection.analysis.method]}`, formatChange(change))}{' '}
      <button
        type="button"
        className="link"
        onClick={() => {
          view.preview(key);
          view.showPanel('changes');
        }}
      >
        {words.preview}
      </button>{' '}
      <button type="button" className="link" onClick={() => void actions.setSetting(setting.name, setting.value)}>
        {words.setIt}
      </button>
    </span>
  );
}
