import { mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createSession } from '../../../../electron/host/session';
import { temporaryWorkspace } from '../../../support/host/temporary';

it('a folder is recognised by .claude/ alone, with nothing in it', async () => {
  const { workspace } = temporaryWorkspace({});
  mkdirSync(`${workspace}/.claude`);
  const session = createSession({ watch: false });
  try {
    expect((await session.open(workspace)).architecture).toBe('part-catalog');
  } finally {
    await session.close();
  }
});
