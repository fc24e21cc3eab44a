import { expect, it } from 'vitest';
import { recordBuild, recordedScript, recordSend, startRecording } from '../../../../renderer/model/cache/cache-record';
import { readyScripts } from '../../../../renderer/model/cache/cache-scripts';
import { parseTurns } from '../../../../shared/cache/script/turns';
import { frame, message, nodeId, section, sourceId } from '../../../../shared/document/builders';
import { inspectionOf } from '../../../support/inspection';

const document = {
  ...inspectionOf(1).document,
  messages: [
    message(nodeId('system'), 'system', 'L0', 'system', [
      section(nodeId('system/Long name'), 'Long name', 'L0', [frame('text')]),
    ]),
  ],
};

it('the scripts that the window offers are read without a finding', () => {
  const scripts = readyScripts(document);
  expect(scripts.length).toBeGreaterThan(4);
  for (const { text } of scripts) expect(parseTurns(sourceId('s'), text).findings).toEqual([]);
});

it('a recorded script is read back as what was done', () => {
  const sent = recordSend(startRecording(0), 10_000);
  const edited = recordBuild(
    sent,
    inspectionOf(1),
    { ...inspectionOf(2), document, cause: { kind: 'file', id: 'a.md' } },
    new Set(['system', 'system/Long name']),
    20_000,
  );
  const { steps, findings } = parseTurns(sourceId('s'), recordedScript(edited));
  expect(findings).toEqual([]);
  expect(steps.map(({ step }) => step)).toEqual([
    { kind: 'stream', seconds: 0 },
    { kind: 'wait', seconds: 10 },
    { kind: 'send', count: 1 },
    { kind: 'wait', seconds: 10 },
    { kind: 'edit', target: 'system/Long name' },
  ]);
});
