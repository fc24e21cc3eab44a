import { describe, expect, it } from 'vitest';
import { isSecretPath } from '../../../shared/sources/trust';

describe('a path that may hold secrets', () => {
  it.each([
    '.codex/auth.json',
    '.claude.json',
    '.gemini/oauth_creds.json',
    '.config/github-copilot/hosts.json',
    '.config/rclone/rclone.conf',
    '.config/hub',
    '.m2/settings.xml',
    '.gradle/gradle.properties',
    '.databrickscfg',
    '.terraformrc',
    '.Xauthority',
    '.envrc',
    'service-account.json',
    '.ssh/config',
    '.aws/credentials',
  ])('is %s', (path) => {
    expect(isSecretPath(`/home/me/${path}`)).toBe(true);
  });

  it.each(['notes.md', 'AGENTS.md', '.claude/CLAUDE.md', 'work/settings.xml', 'work/authors.json', 'work/hub/a.md'])(
    'is not %s',
    (path) => {
      expect(isSecretPath(`/home/me/${path}`)).toBe(false);
    },
  );
});
