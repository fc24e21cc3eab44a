/** The original project's own assertions. */
import { describe, expect, it } from 'vitest';
import { personaFiles } from '../../../../shared/assemblers/persona-files';
import { defaultSoulText } from '../../../../shared/assemblers/persona-files/texts';
import type { Settings } from '../../../../shared/assemblers/types';
import { assembleWorkspace } from '../../../support/assemble';

const prompt = (files: Readonly<Record<string, string>>, settings: Settings = {}): string =>
  assembleWorkspace(personaFiles, files, settings).text;

const testTool = JSON.stringify([
  { name: 'test', description: 'A test tool', parameters: { type: 'object', properties: {} } },
]);
const momo = '---\nname: Momo\nemoji: 🦜\ncreature: parrot\nvibe: cheerful and curious\n---\n';
const runtime = JSON.stringify({
  host: {
    host: 'devbox',
    os: 'macos',
    arch: 'aarch64',
    shell: 'zsh',
    provider: 'openai',
    model: 'gpt-5',
    session: 'main',
    sudo_non_interactive: true,
    sudo_status: 'passwordless',
    timezone: 'Europe/Paris',
  },
  sandbox: {
    enabled: true,
    mode: 'all',
    backend: 'docker',
    scope: 'session',
    image: 'box:abc123',
    workspace_mount: 'ro',
    network: 'disabled',
  },
});

describe('tools', () => {
  it('native without tools has no tool_call fence', () => {
    expect(prompt({})).not.toContain('```tool_call');
  });

  it('fallback shows the fence and a heading for each tool', () => {
    const text = prompt({ 'tools.json': testTool }, { nativeTools: false });
    expect(text).toContain('```tool_call\n{"tool": "<tool_name>", "arguments": {<arguments>}}\n```');
    expect(text).toContain(
      '### test\nA test tool\n\nParameters:\n```json\n{\n  "properties": {},\n  "type": ' +
        '"object"\n}\n```\n\n## How to call tools\n\n',
    );
  });

  it('native lists a line for each tool and no parameters', () => {
    const text = prompt({ 'tools.json': testTool });
    expect(text).toContain('## Available Tools\n\n- `test`: A test tool\n\n## Guidelines\n\n');
    expect(text).not.toContain('Parameters:');
  });

  it('with tools there are silent replies, in minimal there are none', () => {
    expect(prompt({ 'tools.json': testTool })).toContain('## Silent Replies\n\n');
    expect(prompt({ 'tools.json': testTool }, { entry: 'minimal' })).not.toContain('## Silent Replies');
  });
});

describe('skills', () => {
  it('lists a skill in the published shape', () => {
    const text = prompt({
      'skills/commit/SKILL.md': '---\nname: commit\ndescription: Create git commits\n---\nDo it.\n',
    });
    expect(text).toContain(
      '## Available Skills\n<available_skills>\n<skill name="commit" source="skill" ' +
        'path="/skills/commit">\nCreate git commits\n</skill>\n</available_skills>\n\n',
    );
  });

  it('has no block without skills', () => {
    expect(prompt({})).not.toContain('<available_skills>');
  });
});

describe('persona', () => {
  it('says all four sentences, and the default soul', () => {
    const text = prompt({ 'IDENTITY.md': momo, 'USER.md': '---\nname: Alice\n---\n' });
    expect(text).toContain('Your name is Momo 🦜. You are a parrot. Your vibe: cheerful and curious.\n\n## Soul\n\n');
    expect(text).toContain(`${defaultSoulText}\nThe user's name is Alice.\n\n`);
  });

  it('prefers a custom soul', () => {
    const text = prompt({ 'IDENTITY.md': '---\nname: Rex\n---\n', 'SOUL.md': '\nYou are a loyal dog.\n\n' });
    expect(text).toContain('Your name is Rex.\n\n## Soul\n\nYou are a loyal dog.\n\n');
    expect(text).not.toContain(defaultSoulText);
  });

  it('says nothing without identity and user', () => {
    const text = prompt(
      { 'IDENTITY.md': momo, 'SOUL.md': 'x', 'USER.md': '---\nname: Alice\n---\n' },
      { entry: 'simple' },
    );
    for (const absent of ['Your name is', "The user's name is", '## Soul']) expect(text).not.toContain(absent);
  });
});

describe('workspace files', () => {
  it('shows both headings', () => {
    const text = prompt({ 'AGENTS.md': 'Follow these.', 'TOOLS.md': 'Prefer these.' });
    expect(text).toContain(
      '## Workspace Files\n\n### AGENTS.md (workspace)\n\nFollow these.\n\n### TOOLS.md ' +
        '(workspace)\n\nPrefer these.\n\n',
    );
  });

  it.each([
    ['<!-- c -->\n\nX', 'X'],
    ['\n\n  X \n\n', 'X'],
    ['<!-- a --> <!-- b -->\nX <!-- kept -->', 'X <!-- kept -->'],
  ])('strips leading comments and white space of %j', (file, text) => {
    expect(prompt({ 'TOOLS.md': file })).toContain(`### TOOLS.md (workspace)\n\n${text}\n\n## Guidelines`);
  });

  it.each(['<!-- only a comment -->', ' \n', '<!-- never closed\ntext', '<!-- a --><!-- b'])(
    'is absent for %j',
    (file) => {
      expect(prompt({ 'TOOLS.md': file })).not.toContain('## Workspace Files');
    },
  );
});

describe('runtime', () => {
  it('shows each published key, and the routing block', () => {
    const text = prompt({ 'runtime.json': runtime });
    expect(text).toContain(
      '## Runtime\n\nHost: host=devbox | os=macos | arch=aarch64 | shell=zsh | provider=openai | ' +
        'model=gpt-5 | session=main | sudo_non_interactive=true | sudo_status=passwordless | ' +
        'timezone=Europe/Paris\n' +
        'Sandbox(exec): enabled=true | mode=all | backend=docker | scope=session | image=box:abc123 | ' +
        'workspace_mount=ro | network=disabled\nExecution routing:\n- ',
    );
  });

  it('shows a location only when it is known', () => {
    const place = JSON.stringify({ host: { host: 'h', location: '48.85,2.35' } });
    expect(prompt({ 'runtime.json': place })).toContain('Host: host=h | location=48.85,2.35\n');
    expect(prompt({ 'runtime.json': runtime })).not.toContain('location=');
  });

  it('minimal shows the lines without routing', () => {
    const off = JSON.stringify({ host: { host: 'h' }, sandbox: { enabled: false, mode: 'off', backend: 'none' } });
    const text = prompt({ 'runtime.json': off }, { entry: 'minimal' });
    expect(text).toContain(
      '## Runtime\n\nHost: host=h\nSandbox(exec): enabled=false | mode=off | backend=none\n\n## Guidelines\n\n',
    );
    expect(text).not.toContain('Execution routing:');
  });
});

describe('project context', () => {
  const project: Settings = { project: '/p' };

  it('reads three files, and rules in the order of their names', () => {
    const files = {
      '/p/CLAUDE.md': 'c',
      '/p/CLAUDE.local.md': 'l',
      '/p/AGENTS.md': 'a',
      '/p/.claude/rules/style.md': 'st',
      '/p/.claude/rules/security.md': 'se',
    };
    expect(prompt(files, project)).toContain(
      '# Project: p\nDirectory: /p\n\n## CLAUDE.md\n\nc\n\n## CLAUDE.local.md\n\nl\n\n## ' +
        'AGENTS.md\n\na\n\n## security.md\n\nse\n\n## style.md\n\nst\n\n\n',
    );
  });

  it('skips a file of white space only', () => {
    expect(prompt({ '/p/CLAUDE.md': ' \n\t\n' }, project)).toContain('# Project: p\nDirectory: /p\n\n\n## Guidelines');
  });
});

describe('the clock', () => {
  it('is never in the system prompt', () => {
    expect(prompt({ 'runtime.json': runtime }, { useThisMachine: true })).not.toMatch(/2026|12:30/);
  });
});
