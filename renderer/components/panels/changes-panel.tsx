import { useMemo, useState } from 'react';
import type { NodeId, Tier } from '../../../shared/document/types';
import type { Bridge } from '../../../shared/ipc/contract';
import type { Snapshot } from '../../../shared/ipc/written/snapshot';
import { useApp } from '../../context';
import { compareSnapshots, firstChange, type PartChange } from '../../model/compare/compare';
import { describeMethod, formatChange, formatNumber, marks } from '../../model/counts';
import { changesAnswer } from '../../model/panels/build-answers';
import { pinBuild } from '../../pin';
import type { Shown } from '../../stores/inspection';
import { TierChip } from '../basics/count';
import { useComparison } from '../compare/use-comparison';
import { Diff } from './diff';
import { DataTable, type Column } from '../table/data-table';
import { PanelAnswer } from './panel-answer';
import { PathName } from '../basics/path-name';
import { SelectBox } from '../basics/select-box';
import { changesPanelWords as words } from '../../words/panels/build';

/**
 * Differences by section with tokens first, then by text. The first one is named, because a provider can read no more
 * than what stands before it from a cache.
 */
export function ChangesPanel({ shown, bridge }: { readonly shown: Shown; readonly bridge: Bridge }) {
  const app = useApp();
  const { actions, view } = app;
  const compared = useComparison(shown, bridge);
  const { chosen, choices, isPreview, pick } = compared;
  // A preview is compared in the other direction: from the build on screen to the preview.
  const [against, now] =
    isPreview && compared.against !== null ? [compared.now, compared.against] : [compared.against, compared.now];
  const [part, setPart] = useState<string | null>(null);
  const changes = useMemo(() => (against === null ? [] : compareSnapshots(against, now)), [against, now]);
  const columns = useMemo(() => columnsOf(now.method, isPreview), [now.method, isPreview]);
  const focused = changes.find((change) => change.id === part) ?? null;
  const first = against === null ? undefined : firstChange(against, now);

  return (
    <>
      <PanelAnswer
        answer={changesAnswer(
          against === null
            ? null
            : {
                tokens: now.tokens - against.tokens,
                method: now.method,
                ofParts: changes.reduce((sum, { before, after }) => sum + after - before, 0),
                models: modelsOf(against, now),
                parts: changes.map(({ kind }) => kind),
                first: first?.name ?? null,
                isPreview,
                other: ['setting', 'architecture', 'folder'].includes(chosen.kind) ? chosen.label : undefined,
              },
        )}
      >
        {first === undefined || first.id === null ? null : (
          <button type="button" className="quiet" onClick={() => setPart(first.id)}>
            {words.showFirst}
          </button>
        )}
      </PanelAnswer>
      <div className={`changes${against === null || first === undefined ? ' is-empty' : ''}`}>
        <div className="changes-list">
          <div className="changes-head">
            <SelectBox
              label={isPreview ? words.previewOf : words.comparedWith}
              value={chosen.key}
              choices={[
                ...choices.map((choice) => ({ value: choice.key, label: choice.label })),
                { value: 'choose', label: words.anotherWorkspace },
              ]}
              onChange={pick}
            />
            <button type="button" className="quiet" onClick={() => void pinBuild(app).catch(actions.report)}>
              {words.pinThisBuild}
            </button>
            <button type="button" className="quiet" onClick={() => view.compareInView(true)}>
              {words.sideBySide}
            </button>
          </div>
          {against === null || first === undefined ? null : (
            <DataTable
              label={words.changedSections}
              columns={columns}
              rows={changes}
              keyOf={({ id }) => id}
              current={part}
              rowClass={({ kind }) => `change-row change-${kind}`}
              onOpen={({ id }) => {
                setPart(id === part ? null : id);
                actions.select(id as NodeId);
              }}
              nameOf={({ name, kind }) => `${name}, ${kind}`}
              menu={({ beforeText, afterText }) => [
                {
                  title: isPreview ? words.copyTextNow : words.copyTextBefore,
                  run: () => void actions.copyText(beforeText, isPreview ? words.theTextNow : words.theTextBefore),
                },
                {
                  title: isPreview ? words.copyTextThen : words.copyTextNow,
                  run: () => void actions.copyText(afterText, isPreview ? words.theTextThen : words.theTextNow),
                },
              ]}
            />
          )}
        </div>
        {against === null || first === undefined ? null : (
          <Diff
            before={focused?.beforeText ?? against.text}
            after={focused?.afterText ?? now.text}
            beforeLabel={isPreview ? words.now : words.before}
            afterLabel={isPreview ? words.preview : words.now}
          />
        )}
      </div>
    </>
  );
}

function modelsOf(
  before: Snapshot,
  { model }: Snapshot,
): { readonly before: string; readonly now: string } | undefined {
  if (before.model === undefined || model === undefined || before.model === model) return undefined;
  return { before: before.model, now: model };
}

const kinds = { changed: '±', added: '+', removed: '−' } as const;

function columnsOf(method: Snapshot['method'], isPreview: boolean): readonly Column<PartChange>[] {
  const hint = ({ before, beforeRange, after, afterRange }: PartChange): string =>
    (isPreview ? words.nowThen : words.beforeNow)(formatNumber(before), beforeRange, formatNumber(after), afterRange) +
    describeMethod(method);
  return [
    {
      id: 'name',
      title: words.section,
      isWide: true,
      text: ({ name, kind }) => `${kinds[kind]} ${name}`,
      value: ({ name }) => name,
      cell: ({ name, kind, tier }) => (
        <span className="change-name">
          <span className="change-kind" aria-label={kind}>
            {kinds[kind]}
          </span>
          <TierChip tier={tier === 'tool' ? null : (tier as Tier)} />
          <PathName name={name} />
        </span>
      ),
    },
    {
      id: 'tokens',
      title: words.tokens,
      help: isPreview ? words.nowAndThen : words.beforeAndNow,
      isNumber: true,
      className: 'tokens',
      width: '11em',
      text: ({ before, after }) => `${formatNumber(before)} → ${formatNumber(after)} ${marks[method]}`,
      value: ({ after }) => after,
      hint,
    },
    {
      id: 'change',
      title: words.change,
      isNumber: true,
      width: '6em',
      text: ({ before, after }) => formatChange(after - before),
      value: ({ before, after }) => after - before,
    },
  ];
}
