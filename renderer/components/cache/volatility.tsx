import { useMemo } from 'react';
import type { LeafSpan, MessageLayout } from '../../../shared/document/layout';
import type { NodeId } from '../../../shared/document/types';
import { findNode } from '../../../shared/document/walk';
import { movedLeaf, type Mover, type VolatilityView } from '../../../shared/ipc/cache/cache-view';
import type { Actions } from '../../actions';
import { useApp } from '../../context';
import { nodeName } from '../../model/cache/cache-text';
import { formatNumber, marks } from '../../model/counts';
import { describeOrigin } from '../../model/describe';
import type { Shown } from '../../stores/inspection';
import { useCache } from './use-cache';
import { DataTable, type Column } from '../table/data-table';
import { OlderMark } from '../basics/older-mark';
import { volatilityWords as words } from '../../words/panels/volatility-and-usage';

type Cause = Mover['cause'];

/** Written before the name of a cause, where the name is not enough. */
const kinds = { clock: words.theClock, environment: '', 'key-order': '', setting: '' } as const;

/** What changes the prompt without an edit, which text follows it, and where it could stand without harm. */
export function VolatilityView({ shown }: { readonly shown: Shown }) {
  const { cache, actions } = useApp();
  const found = useCache((state) => state.volatility);
  const of = useCache((state) => state.volatilityOf) ?? shown;
  const isBusy = useCache((state) => state.busy === 'volatility');
  const search = (
    <button
      type="button"
      className="primary"
      disabled={isBusy}
      onClick={() => void cache.findMovers().catch(actions.report)}
    >
      {isBusy ? words.looking : found === null ? words.lookForIt : words.lookAgain}
    </button>
  );
  if (found === null) {
    return (
      <div className="cache-moves-ask">
        {search}
        <p className="help">{words.howItLooks}</p>
      </div>
    );
  }
  const byThemselves = found.movers.filter(({ cause }) => cause.kind !== 'setting');
  const settings = found.movers.filter(({ cause }) => cause.kind === 'setting');
  // What changes every minute also changes every day; it is listed once.
  const moves = ({ kind, name }: Cause): boolean =>
    found.movers.some(({ cause }) => cause.kind === kind && (kind === 'clock' || cause.name === name));
  const still = found.tried.filter((cause) => !moves(cause) && !found.skipped.some(({ name }) => name === cause.name));
  return (
    <div className="cache-moves">
      <div className="cache-moves-head">
        {search}
        <OlderMark of={of.inspection.revision} now={shown.inspection.revision} />
        <Verdict found={found} />
      </div>
      {byThemselves.length === 0 ? null : <MoverTable title={words.byItself} movers={byThemselves} shown={of} />}
      {settings.length === 0 ? null : <MoverTable title={words.withASetting} movers={settings} shown={of} />}
      {still.length === 0 ? null : (
        <p className="help">{words.changesNothing(still.map(({ name }) => name).join('; '))}</p>
      )}
      {found.skipped.length === 0 ? null : (
        <p className="help">{words.noPrompt(found.skipped.map(({ name }) => name).join('; '))}</p>
      )}
      {found.untried.length === 0 ? null : <p className="help">{words.notTried(found.untried.join(', '))}</p>}
    </div>
  );
}

function Verdict({ found }: { readonly found: VolatilityView }) {
  const { actions } = useApp();
  const [worst] = found.findings;
  if (worst === undefined) return null;
  return (
    <p className="verdict">
      <button type="button" className="link" onClick={() => worst.node !== undefined && actions.select(worst.node)}>
        {worst.message}
      </button>{' '}
      {worst.note}
    </p>
  );
}

function MoverTable({
  title,
  movers,
  shown,
}: {
  readonly title: string;
  readonly movers: readonly Mover[];
  readonly shown: Shown;
}) {
  const { actions } = useApp();
  const columns = useMemo(() => columnsOf(shown, actions), [shown, actions]);
  return (
    <DataTable
      label={title}
      className="movers"
      columns={columns}
      rows={movers}
      keyOf={({ cause }) => `${cause.kind} ${cause.name}`}
      rowClass={({ cause }) => `mover-${cause.kind}`}
      tools={<h3 className="mover-title">{title}</h3>}
    />
  );
}

function columnsOf(shown: Shown, actions: Actions): readonly Column<Mover>[] {
  const { document, analysis } = shown.inspection;
  const link = (id: NodeId) => (
    <button type="button" className="link" onClick={() => actions.select(id)}>
      {nodeName(document, id)}
    </button>
  );
  return [
    {
      id: 'cause',
      title: words.cause,
      text: ({ cause }) => `${kinds[cause.kind]}${cause.name}`,
      cell: ({ cause }) => (
        <>
          <span className={`heat heat-${cause.kind}`} aria-hidden="true" />
          {kinds[cause.kind]}
          {cause.name}
        </>
      ),
    },
    {
      id: 'sections',
      title: words.whatChanges,
      className: 'moved-sections',
      hint: ({ sections }) => sections.map((id) => nodeName(document, id)).join(', '),
      text: ({ sections }) => sections.map((id) => nodeName(document, id)).join(', '),
      cell: ({ sections }) => (
        <>
          {sections.slice(0, 3).map((id, index) => (
            <span key={id}>
              {index > 0 ? ', ' : ''}
              {link(id)}
            </span>
          ))}
          {sections.length > 3 ? words.andMore(sections.length - 3) : ''}
        </>
      ),
    },
    {
      id: 'text',
      title: words.text,
      className: 'moved-text',
      isWide: true,
      text: (mover) => movedText(mover, shown)?.value ?? '',
      cell: (mover) => <MovedText mover={mover} shown={shown} />,
    },
    {
      id: 'behind',
      title: words.stableAfter,
      help: words.stableAfterHint,
      isNumber: true,
      text: ({ stableBehind }) => `${formatNumber(stableBehind)} ${marks[analysis.total.method]}`,
      value: ({ stableBehind }) => stableBehind,
    },
    {
      id: 'place',
      title: words.betterPlace,
      text: ({ stableBehind, moveBehind }) =>
        stableBehind === 0 || moveBehind === null
          ? words.alreadyWellPlaced
          : words.after(nodeName(document, moveBehind)),
      cell: ({ stableBehind, moveBehind }) =>
        stableBehind === 0 || moveBehind === null ? (
          words.alreadyWellPlaced
        ) : (
          <>
            {words.afterPlace} {link(moveBehind)}
          </>
        ),
    },
  ];
}

function MovedText({ mover, shown }: { readonly mover: Mover; readonly shown: Shown }) {
  const { actions } = useApp();
  const text = movedText(mover, shown);
  const [first] = mover.ranges;
  if (text === null || first === undefined) return <span className="help">{words.textAppearsHere}</span>;
  return (
    <>
      <button
        type="button"
        className="moved"
        onClick={() => actions.goToOrigin(text.leaf, first.start)}
        title={describeOrigin(text.leaf.origin)}
      >
        {text.value}
      </button>{' '}
      <span className="help">{describeOrigin(text.leaf.origin)}</span>
    </>
  );
}

/** The whole text around the changed characters: of a clock, perhaps only the last digit has changed. */
function movedText({ ranges }: Mover, shown: Shown): { readonly value: string; readonly leaf: LeafSpan } | null {
  const [range] = ranges;
  if (range === undefined || !isThere(range.owner, shown)) return null;
  const layout: MessageLayout | undefined = shown.text.messages.find(
    (message) => message.layout.message === range.message,
  )?.layout;
  const leaf = layout === undefined ? undefined : movedLeaf(layout, range);
  if (layout === undefined || leaf === undefined) return null;
  const value = layout.text.slice(leaf.start, leaf.end).trim();
  return { value: value.length > 48 ? `${value.slice(0, 46)}…` : value, leaf };
}

/** A section that exists only in the changed build is not in the shown document. */
function isThere(owner: NodeId, { inspection: { document } }: Shown): boolean {
  const node = findNode(document, owner);
  return node !== undefined && node.type === 'section';
}
