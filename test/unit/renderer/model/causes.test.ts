import { describe, expect, it } from 'vitest';
import { announceSetting } from '../../../../renderer/announce';
import { recordBuild, startRecording } from '../../../../renderer/model/cache/cache-record';
import { causeText } from '../../../../renderer/model/cause-text';
import { createReceiver } from '../../../support/renderer/receiver';
import type { ToastStore } from '../../../../renderer/stores/toasts';
import type { BuildCause } from '../../../../shared/ipc/inspection/build-cause';
import { inspectionOf } from '../../../support/inspection';

/** What the window says when a build with this cause follows another. */
function announced(cause: BuildCause): readonly string[] {
  const said: string[] = [];
  const toasts: Pick<ToastStore, 'show'> = { show: (_kind, text) => said.push(text) };
  const { store, receive } = createReceiver();
  store.subscribe(({ shown }, { shown: before }) => announceSetting(toasts, before, shown));
  receive(inspectionOf(1));
  receive({ ...inspectionOf(2), cause });
  return said;
}

describe('what made a build', () => {
  it('is a setting only when it was one, whatever a file is called', () => {
    expect(announced({ kind: 'setting', names: ['mode'] })).toEqual([
      'setting mode: ±0 = tokens; nothing in the prompt changed',
    ]);
    for (const id of ['settings.json', 'setting mode', 'setting.md'])
      expect(announced({ kind: 'file', id })).toEqual([]);
  });

  it('is recorded by its kind, whatever a file is called', () => {
    for (const id of ['model', 'setting mode'])
      expect(
        recordBuild(
          startRecording(0),
          inspectionOf(1),
          { ...inspectionOf(2), cause: { kind: 'file', id } },
          new Set(),
          0,
        ).lines,
      ).toEqual([]);
  });

  it('is worded in one place', () => {
    const causes: readonly BuildCause[] = [
      { kind: 'opening' },
      { kind: 'file', id: 'a.md' },
      { kind: 'files', first: 'a.md', others: 2 },
      { kind: 'setting', names: ['mode', 'tone'] },
      { kind: 'turn', file: 'state.json' },
      { kind: 'folder', path: '/w' },
      { kind: 'clock' },
    ];
    expect(causes.map((cause) => causeText(cause))).toEqual([
      'opening',
      'a.md',
      'a.md and 2 more',
      'setting mode, tone',
      'state.json',
      '/w',
      'the clock',
    ]);
  });
});
