import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Bridge } from '../../../shared/ipc/contract';
import type { Snapshot } from '../../../shared/ipc/written/snapshot';
import { call } from '../../bridge';
import { useApp } from '../../context';
import { comparisonChoices, previousBuild, type Comparison } from '../../model/compare/comparisons';
import { snapshotOf } from '../../model/compare/snapshot';
import { previousTo } from '../../stores/history';
import type { Shown } from '../../stores/inspection';

export interface ComparedWith {
  readonly now: Snapshot;
  readonly chosen: Comparison;
  readonly choices: readonly Comparison[];
  /** Null while it is being built, or if there is nothing to compare with. */
  readonly against: Snapshot | null;
  /** True if the other side is a preview: it is shown after the build on screen. */
  readonly isPreview: boolean;
  pick(key: string): void;
}

/** What the build on screen is compared with: another build, agent, setting, request or folder. */
export function useComparison(shown: Shown, bridge: Bridge): ComparedWith {
  const { history, actions, view } = useApp();
  const { builds, baseline } = useStore(history.store);
  const wanted = useStore(view.store, (state) => state.compareWith);
  const previews = useStore(view.store, (state) => state.previews);
  const [other, setOther] = useState<{ readonly key: string; readonly snapshot: Snapshot } | null>(null);
  const [folder, setFolder] = useState<string | null>(null);
  const now = useMemo(() => snapshotOf(shown.inspection, 0, shown.text), [shown]);
  const isStale = shown.inspection.stale;
  const choices = useMemo(
    () => comparisonChoices(shown.inspection, builds, baseline !== null, folder),
    [shown.inspection, builds, baseline, folder],
  );
  const chosen: Comparison = choices.find((choice) => choice.key === wanted) ?? previousBuild;

  useEffect(() => {
    const choice =
      chosen.kind === 'setting'
        ? { settings: { [chosen.name]: chosen.value } }
        : chosen.kind === 'folder'
          ? { folder: chosen.folder }
          : chosen.kind === 'architecture'
            ? { architecture: chosen.architecture }
            : null;
    // The last valid prompt stays on screen, and so does what was built to compare with it.
    if (choice === null || isStale) return;
    let isWanted = true;
    call(bridge, 'inspection:peek', choice).then((inspection) => {
      if (isWanted) setOther({ key: chosen.key, snapshot: snapshotOf(inspection, 0) });
    }, actions.report);
    // The choices are new with every build, so the other side is rebuilt when files changed.
    return () => {
      isWanted = false;
    };
  }, [chosen, isStale, bridge, actions]);

  const against = ((): Snapshot | null => {
    if (chosen.kind === 'baseline') return baseline;
    if (chosen.kind === 'build') return builds.find((build) => build.revision === chosen.revision)?.snapshot() ?? null;
    if (chosen.kind === 'previous') return previousTo(now, builds)?.snapshot() ?? null;
    return other?.key === chosen.key ? other.snapshot : null;
  })();
  const pick = (key: string): void => {
    if (key !== 'choose') view.compareWith(key);
    else {
      call(bridge, 'folder:choose', 'compare').then((path) => {
        if (path === null) return;
        setFolder(path);
        view.compareWith(`folder:${path}`);
      }, actions.report);
    }
  };
  return { now, chosen, choices, against, isPreview: previews && chosen.key === wanted, pick };
}
