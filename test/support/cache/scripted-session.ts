/** Sends bodies to the scripted provider and hands over what a capture of it would hold. */
import { analyze } from '../../../shared/analysis/count/analyze';
import { findModel } from '../../../shared/analysis/models';
import { rulesOfRequest } from '../../../shared/cache/packs/request-rules';
import { shippedPacks } from '../../../shared/cache/packs/packs';
import { SessionLedger, type LedgerStep } from '../../../shared/cache/session/ledger';
import type { CapturedRequest } from '../../../shared/cache/session/types';
import { parseUsage } from '../../../shared/cache/usage/usage';
import { sourceId } from '../../../shared/document/builders';
import { readRequests } from '../../../shared/requests/requests';
import { loadEncoding } from '../../../shared/tokenizers/load';
import { ScriptedProvider, type ScriptedBody } from './scripted-provider';

export interface ScriptedSending {
  readonly body: ScriptedBody;
  readonly at: number;
  readonly firstByte?: number;
  readonly back?: number;
  /** The provider loses its cache before this request. */
  readonly forget?: boolean;
  readonly thread?: string;
  /** What the provider makes of the body before it answers. */
  readonly cleared?: ScriptedBody;
}

const encoding = await loadEncoding('o200k_base');

export function capturedFrom(sendings: readonly ScriptedSending[]): readonly CapturedRequest[] {
  const provider = new ScriptedProvider();
  return sendings.map(
    ({ body, at, firstByte = 1, back = 0, forget = false, thread = 'main', cleared = body }, index) => {
      if (forget) provider.forget();
      const usage = provider.answer(cleared, at, firstByte, back);
      return capturedOf(body, { number: index + 1, at, firstByte, thread, usage: JSON.stringify(usage) });
    },
  );
}

export function capturedOf(
  body: unknown,
  {
    usage,
    firstByte,
    ...rest
  }: Pick<CapturedRequest, 'number' | 'at' | 'firstByte' | 'thread'> & { readonly usage: string | null },
): CapturedRequest {
  const text = JSON.stringify(body);
  const { requests } = readRequests({ id: sourceId('body.json'), path: 'body.json', as: 'sequence', text });
  const document = requests[0]?.document;
  if (document === undefined) throw new Error('the scripted body is no request');
  const analysis = analyze(document, findModel(document.sent?.model ?? ''), encoding);
  return {
    ...rest,
    firstByte,
    kind: 'turn',
    ended: firstByte === null ? null : firstByte + 5,
    usage: usage === null ? null : (parseUsage(usage).usage ?? null),
    failed: false,
    document,
    analysis,
  };
}

function newLedger(): SessionLedger {
  return new SessionLedger(({ document, analysis }) => rulesOfRequest(shippedPacks, document, analysis));
}

export function stepsOf(captured: readonly CapturedRequest[]): readonly LedgerStep[] {
  const ledger = newLedger();
  return captured.map((each) => ledger.push(each));
}
