import type { SentBefore, Tried } from '../../shared/ipc/cache/cache-panel';
import type { Events } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import { createCacheReferences, type CacheReferences } from '../host/analyses/cache/cache-references';
import { HostError } from '../host/errors';
import type { Session } from '../host/session';
import { createInspectionFeed } from './inspection-feed';
import { createPageFiles, type PageFiles } from './page-files';

type EmitEvent = <E extends keyof Events>(event: E, payload: Events[E]) => void;

export interface PageFeed {
  readonly files: PageFiles;
  readonly references: CacheReferences;
  /** The page starts to listen: sends everything, then only changes. */
  follow(): void;
  /** The page is gone or replaced; the next one starts from nothing. */
  stop(): void;
  /** Sets what counts as sent before. */
  assume(against: SentBefore, tried: Tried | null): Promise<void>;
  /** Sends files and cost again, for changes without a build. */
  sendFiles(): Promise<void>;
  sendCost(): Promise<void>;
}

interface Dependencies {
  readonly session: Session;
  readonly emit: EmitEvent;
  /** Receives bugs that no caller awaits. */
  readonly report: (problem: unknown) => void;
}

interface Assumption {
  readonly against: SentBefore;
  readonly tried: Tried | null;
}

const cold: Assumption = { against: 'nothing', tried: null };

/**
 * What a page is sent after each build without asking: the inspection, changed open files, and what sending the prompt
 * would cost. The prompt does not wait for the others.
 */
export function createPageFeed({ session, emit, report }: Dependencies): PageFeed {
  const inspections = createInspectionFeed((change) => emit('inspection:changed', change));
  const files = createPageFiles(session);
  // Must subscribe to the session before this feed does.
  const references = createCacheReferences(session);
  let assumption = cold;
  let shown: Inspection | null = null;
  let isCostDue = false;

  const sendFiles = async (): Promise<void> => {
    const folder = session.inspection?.workspace;
    if (folder === undefined) return;
    const changes = await files.changed(folder);
    if (changes.length > 0) emit('buffers:changed', { folder, changes });
  };
  const sendCost = async (): Promise<void> => {
    const of = shown;
    if (of === null || of.stale || !inspections.isFollowed) return;
    const { against, tried } = assumption;
    const reply = await references.editCost(against, tried);
    // A newer build sends its own.
    if (of === shown) emit('cache:edit-cost', { ...reply, revision: of.revision });
  };
  const inBackground = (work: Promise<void>): void => {
    work.catch((problem: unknown) => {
      // The folder was closed meanwhile.
      if (!(problem instanceof HostError && problem.code === 'no-workspace')) report(problem);
    });
  };
  const sendCostSoon = (): void => {
    if (isCostDue) return;
    isCostDue = true;
    setImmediate(() => {
      isCostDue = false;
      inBackground(sendCost());
    });
  };

  session.onChanged((inspection) => {
    if (shown?.workspace !== inspection.workspace || shown.architecture !== inspection.architecture) assumption = cold;
    shown = inspection;
    inspections.show(inspection);
    inBackground(sendFiles());
    sendCostSoon();
  });

  return {
    files,
    references,
    follow() {
      inspections.follow();
      sendCostSoon();
    },
    stop() {
      inspections.stop();
      files.forget();
      assumption = cold;
    },
    assume(against, tried) {
      assumption = { against, tried };
      return sendCost();
    },
    sendFiles,
    sendCost,
  };
}
