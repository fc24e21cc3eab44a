/**
 * The builds that the one on screen is compared with: as opened, as last sent, as pinned. Kept for the whole session.
 */
import type { PromptDocument } from '../../../../shared/document/types';
import type { CountedDocument } from '../../../../shared/analysis/types';
import type {
  EditCostReply,
  ReferenceInfo,
  ReferenceName,
  SentBefore,
  Tried,
} from '../../../../shared/ipc/cache/cache-panel';
import type { EditCostView, UsageView } from '../../../../shared/ipc/cache/cache-view';
import { triedIn } from '../../../../shared/ipc/cache/tried-breakpoints';
import { isOpening, type Inspection } from '../../../../shared/ipc/inspection/inspection';
import { lineColumn } from '../../../../shared/sources/findings';
import { editCostOf, explainPasted } from './cache-service';
import { HostError } from '../../errors';
import { createRecentBuilds } from './recent-builds';
import type { Session } from '../../session';

interface KeptReference {
  readonly inspection: Inspection;
  readonly at: number;
  /** The same build recounted like the one on screen, if its model or correction differs. */
  recounted?: { readonly as: string; readonly counted: CountedDocument };
}

export interface CacheReferences {
  /** Without a revision, marks the build on screen. */
  mark(name: Exclude<ReferenceName, 'opened'>, revision?: number): void;
  editCost(against: SentBefore, tried: Tried | null): Promise<EditCostReply>;
  explainUsage(text: string, against: SentBefore): Promise<UsageView>;
}

const names = ['sent', 'pinned', 'opened'] as const satisfies readonly ReferenceName[];

export function createCacheReferences(session: Session, clock: () => number = Date.now): CacheReferences {
  let kept = new Map<ReferenceName, KeptReference>();
  const builds = createRecentBuilds();
  const follow = (inspection: Inspection): void => {
    const opened = kept.get('opened')?.inspection;
    const isOther =
      opened === undefined ||
      opened.workspace !== inspection.workspace ||
      opened.architecture !== inspection.architecture;
    if (isOther) {
      kept = new Map([['opened', { inspection, at: clock() }]]);
      builds.clear();
    } else if (!inspection.stale && (!opened.usable || isOpening(opened) || isOtherRequest(opened, inspection)))
      kept.set('opened', { inspection, at: clock() });
    builds.add(inspection);
  };
  session.onChanged(follow);

  const current = (): Inspection => {
    if (session.inspection === null) throw new HostError('no-workspace', 'No folder is open');
    if (!kept.has('opened')) follow(session.inspection);
    return session.inspection;
  };
  const find = (name: SentBefore): { readonly name: ReferenceName; readonly reference: KeptReference } | null => {
    if (name === 'nothing') return null;
    const found = [name, 'opened' as const].find((each) => kept.has(each));
    const reference = found === undefined ? undefined : kept.get(found);
    if (found === undefined || reference === undefined) throw new HostError('no-workspace', 'No folder is open');
    return { name: found, reference };
  };
  const countedFor = async (reference: KeptReference, now: Inspection): Promise<CountedDocument> => {
    const as = countedAs(now);
    if (countedAs(reference.inspection) === as) return reference.inspection;
    if (reference.recounted?.as !== as) {
      const { document } = reference.inspection;
      reference.recounted = { as, counted: { document, analysis: await session.analyze(document) } };
    }
    return reference.recounted.counted;
  };
  /** Models do not share a cache, so nothing is read of what was sent for another one. */
  const readable = async (found: ReturnType<typeof find>, now: Inspection): Promise<CountedDocument | null> =>
    found === null || isOfOtherModel(found.reference.inspection, now) ? null : countedFor(found.reference, now);
  const lineOf = async (first: EditCostView['first']): Promise<EditCostView['first']> => {
    if (first?.origin?.kind !== 'file' || first.sourceOffset === undefined) return first;
    const source = await session.read(first.origin.source).catch((problem: unknown) => {
      // A file that is gone or outside has no line to link to; the difference is still reported.
      if (problem instanceof HostError) return null;
      throw problem;
    });
    return source === null ? first : { ...first, at: lineColumn(source.text, first.sourceOffset) };
  };

  return {
    mark(name, revision) {
      const now = current();
      const inspection = revision === undefined ? now : builds.find(revision);
      if (inspection === undefined)
        throw new HostError(
          'not-found',
          `Revision ${revision} is no longer kept: the cache cannot be compared with it`,
        );
      kept.set(name, { inspection, at: clock() });
    },
    async editCost(against, wanted) {
      const now = current();
      const tried = wanted === null ? null : triedIn(wanted, now.document);
      const found = find(against);
      const counted = await readable(found, now);
      const sent = counted === null ? null : withBreakpoints(counted, tried);
      const cost = editCostOf(sent, withBreakpoints(now, tried), session, () => undefined);
      const before = found === null ? null : infoOf(found.name, found.reference, now);
      return {
        revision: now.revision,
        against: before,
        references: names.flatMap((each) => {
          const other = kept.get(each);
          return other === undefined ? [] : [infoOf(each, other, now)];
        }),
        cost: cost === null ? null : { ...withReason(cost, before), first: await lineOf(cost.first) },
      };
    },
    async explainUsage(text, against) {
      const now = current();
      const found = find(against);
      return explainPasted(text, await readable(found, now), now, session);
    },
  };
}

/** Each request was sent on its own: switching to another request, or another request file, is not an edit. */
function isOtherRequest(before: Inspection, now: Inspection): boolean {
  const chosen = ({ controls }: Inspection): string =>
    JSON.stringify(['file', 'index'].map((name) => controls.find((control) => control.name === name)?.value));
  return now.architecture === 'request' && chosen(before) !== chosen(now);
}

function countedAs({ modelId, analysis }: Inspection): string {
  return `${modelId} × ${analysis.calibration?.ratio ?? 1}`;
}

function isOfOtherModel(before: Inspection, now: Inspection): boolean {
  return before.modelId !== now.modelId || before.analysis.model.provider !== now.analysis.model.provider;
}

function infoOf(name: ReferenceName, { inspection, at }: KeptReference, now: Inspection): ReferenceInfo {
  const { revision, modelId } = inspection;
  return { name, revision, at, modelId, ofOtherModel: isOfOtherModel(inspection, now) };
}

/** Replaces the reason if nothing is read because the reference was sent for another model. */
function withReason(cost: EditCostView, against: ReferenceInfo | null): EditCostView {
  if (against?.ofOtherModel !== true) return cost;
  const reasons = cost.outcome.reasons.map((each) =>
    each.reason === 'first-request'
      ? { ...each, reason: 'changed' as const, text: `Sent before for ${against.modelId}: models do not share a cache` }
      : each,
  );
  return { ...cost, outcome: { ...cost.outcome, reasons } };
}

function withBreakpoints<T extends { readonly document: PromptDocument }>(
  counted: T,
  tried: ReturnType<typeof triedIn> | null,
): T {
  if (tried === null) return counted;
  return { ...counted, document: { ...counted.document, breakpoints: tried } };
}
