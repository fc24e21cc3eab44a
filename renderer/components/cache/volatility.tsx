import { leafAt, type LeafSpan, type MessageLayout } from '../../../shared/document/layout';
import type { NodeId } from '../../../shared/document/types';
import { findNode } from '../../../shared/document/walk';
import type { Mover, VolatilityView } from '../../../shared/ipc/cache-view';
import { useApp } from '../../context';
import { nodeName } from '../../model/cache/cache-text';
import { formatNumber, marks } from '../../model/counts';
import { describeOrigin } from '../../model/describe';
import type { Shown } from '../../stores/inspection';
import { useCache } from './use-cache';
import { OlderMark } from '../basics/older-mark';

type Cause = Mover['cause'];

/** The names of the other causes need no prefix. */
const kinds = { clock: 'the clock, ', environment: '', 'key-order': '', setting: '' } as const;

/** What changes the prompt without an edit, which text comes after it, and where it would do no harm. */
export function CacheMoves({ shown }: { readonly shown: Shown }) {
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
      {isBusy ? 'Building again and again…' : found === null ? 'What moves?' : 'Look again'}
    </button>
  );
  if (found === null) {
    return (
      <div className="cache-moves-ask">
        {search}
        <p className="help">
          Builds the prompt again a minute and a day later, on another machine, with the keys of its files in another
          order, and with each setting changed; nothing is sent or written. What differs cannot stay cached.
        </p>
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
      {byThemselves.length === 0 ? null : (
        <MoverTable title="By itself, or from machine to machine" movers={byThemselves} shown={of} />
      )}
      {settings.length === 0 ? null : <MoverTable title="By a choice" movers={settings} shown={of} />}
      {still.length === 0 ? null : <p className="help">Moves nothing: {still.map(({ name }) => name).join('; ')}.</p>}
      {found.skipped.length === 0 ? null : (
        <p className="help">No prompt to compare with: {found.skipped.map(({ name }) => name).join('; ')}.</p>
      )}
      {found.untried.length === 0 ? null : (
        <p className="help">Not tried, there are too many settings: {found.untried.join(', ')}.</p>
      )}
    </div>
  );
}

function Verdict({ found }: { readonly found: VolatilityView }) {
  const { actions } = useApp();
  const [worst] = found.findings;
  if (worst === undefined)
    return <p className="verdict verdict-good">Nothing that moves by itself has stable text behind it.</p>;
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
  return (
    <table className="plain-table movers">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Moved by</th>
          <th scope="col">What moves</th>
          <th scope="col">Text</th>
          <th scope="col" className="number">
            Stable text behind it
          </th>
          <th scope="col">Harmless place</th>
        </tr>
      </thead>
      <tbody>
        {movers.map((mover) => (
          <MoverRow key={`${mover.cause.kind} ${mover.cause.name}`} mover={mover} shown={shown} />
        ))}
      </tbody>
    </table>
  );
}

function MoverRow({ mover, shown }: { readonly mover: Mover; readonly shown: Shown }) {
  const { actions } = useApp();
  const { document, analysis } = shown.inspection;
  const { cause, sections, stableBehind, moveBehind, ranges } = mover;
  const text = movedText(mover, shown);
  const [first] = ranges;
  const isHarmless = stableBehind === 0 || moveBehind === null;
  return (
    <tr className={`mover-${cause.kind}`}>
      <td>
        <span className={`heat heat-${cause.kind}`} aria-hidden="true" />
        {kinds[cause.kind]}
        {cause.name}
      </td>
      <td>
        {sections.slice(0, 3).map((id, index) => (
          <span key={id}>
            {index > 0 ? ', ' : ''}
            <button type="button" className="link" onClick={() => actions.select(id)}>
              {nodeName(document, id)}
            </button>
          </span>
        ))}
        {sections.length > 3 ? ` and ${sections.length - 3} more` : ''}
      </td>
      <td className="moved-text">
        {text === null || first === undefined ? (
          <span className="help">text appears here</span>
        ) : (
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
        )}
      </td>
      <td className="number">
        {formatNumber(stableBehind)} {marks[analysis.total.method]}
      </td>
      <td>
        {isHarmless ? (
          'it stands well'
        ) : (
          <>
            behind{' '}
            <button type="button" className="link" onClick={() => actions.select(moveBehind)}>
              {nodeName(document, moveBehind)}
            </button>
          </>
        )}
      </td>
    </tr>
  );
}

/** The whole run of text around the changed characters: of a clock, only the last digit may have changed. */
function movedText({ ranges }: Mover, shown: Shown): { readonly value: string; readonly leaf: LeafSpan } | null {
  const [range] = ranges;
  if (range === undefined || !isThere(range.owner, shown)) return null;
  const layout: MessageLayout | undefined = shown.text.messages.find(
    (message) => message.layout.message === range.message,
  )?.layout;
  const leaf = layout === undefined ? undefined : leafAt(layout, range.start);
  if (layout === undefined || leaf === undefined) return null;
  const value = layout.text.slice(leaf.start, leaf.end).trim();
  return { value: value.length > 48 ? `${value.slice(0, 46)}…` : value, leaf };
}

/** A section that exists only in the changed build is not in the shown document. */
function isThere(owner: NodeId, { inspection: { document } }: Shown): boolean {
  const node = findNode(document, owner);
  return node !== undefined && node.type === 'section';
}
