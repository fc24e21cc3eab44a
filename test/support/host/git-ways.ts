/** All the ways in which a folder can make git run a program or open a connection. Each sets a trap in a repository. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Trap {
  readonly folder: string;
  /** A program that leaves a mark file when it runs. */
  readonly program: string;
  /** `127.0.0.1:port` of a listening server. */
  readonly listener: string;
}

type Way = (trap: Trap) => void;

export function gitIn(folder: string, ...args: readonly string[]): string {
  const identity = [
    '-c',
    'user.name=t',
    '-c',
    'user.email=t@example.org',
    '-c',
    'init.defaultBranch=main',
    '-c',
    'commit.gpgsign=false',
    '-c',
    'core.fsmonitor=false',
    '-c',
    'core.hooksPath=/dev/null',
  ];
  return execFileSync('git', ['-C', folder, ...identity, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Adds to the repository's own configuration, which git reads first. */
function configure(folder: string, text: string): void {
  const config = join(folder, '.git', 'config');
  writeFileSync(config, `${text}\n`, { flag: 'a' });
}

/**
 * An ignore file that is only in the index and whose object is missing: git fetches it from the promisor remote.
 * `remote` says how.
 */
function missingObject({ folder }: Trap, remote: string): void {
  write(folder, { 'sub/.gitignore': '*.log\n', 'sub/a.ts': '1' });
  gitIn(folder, 'add', 'sub');
  // git reads ignore rules only if there is something untracked.
  write(folder, { 'sub/untracked.log': '1' });
  gitIn(folder, 'update-index', '--skip-worktree', 'sub/.gitignore');
  const id = gitIn(folder, 'rev-parse', ':sub/.gitignore').trim();
  rmSync(join(folder, 'sub/.gitignore'));
  rmSync(join(folder, '.git/objects', id.slice(0, 2), id.slice(2)));
  configure(
    folder,
    '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n[remote ' +
      `"origin"]\n\tpromisor = true\n\tpartialclonefilter = blob:none\n${remote}`,
  );
}

export const gitWays: Readonly<Record<string, Way>> = {
  'lazy fetch by uploadpack': (trap) => missingObject(trap, `\turl = ${trap.folder}\n\tuploadpack = ${trap.program}`),
  'lazy fetch by core.sshCommand': (trap) =>
    missingObject(trap, `\turl = ssh://127.0.0.1/x\n[core]\n\tsshCommand = ${trap.program}`),
  'lazy fetch over http': (trap) => missingObject(trap, `\turl = http://${trap.listener}/x`),
  'lazy fetch over git': (trap) => missingObject(trap, `\turl = git://${trap.listener}/x`),
  'lazy fetch through a proxy': (trap) =>
    missingObject(trap, `\turl = http://example.invalid/x\n[http]\n\tproxy = http://${trap.listener}`),
  'lazy fetch by core.gitProxy': (trap) =>
    missingObject(trap, `\turl = git://example.invalid/x\n[core]\n\tgitProxy = ${trap.program}`),
  'lazy fetch by ext::': (trap) =>
    missingObject(trap, `\turl = ext::${trap.program}\n[protocol "ext"]\n\tallow = always`),
  'lazy fetch by url.insteadOf': (trap) =>
    missingObject(
      trap,
      `\turl = safe:x\n[url "ext::${trap.program} "]\n\tinsteadOf = safe:\n[protocol]\n\tallow = always`,
    ),
  'credential.helper and askPass': (trap) =>
    missingObject(
      trap,
      `\turl = http://user@${trap.listener}/x\n[credential]\n\thelper = ` +
        `!${trap.program}\n[core]\n\taskPass = ${trap.program}`,
    ),
  'core.fsmonitor': ({ folder, program }) => configure(folder, `[core]\n\tfsmonitor = ${program}`),
  'core.pager and pager.ls-files': ({ folder, program }) =>
    configure(folder, `[core]\n\tpager = ${program}\n[pager]\n\tls-files = ${program}\n\tcheck-ignore = ${program}`),
  'filters of attributes': ({ folder, program }) => {
    write(folder, { '.gitattributes': '* filter=x diff=x merge=x\n' });
    configure(
      folder,
      `[filter "x"]\n\tclean = ${program}\n\tsmudge = ${program}\n\tprocess = ${program}\n\trequired = true`,
    );
  },
  'textconv and external diff': ({ folder, program }) => {
    write(folder, { '.gitattributes': '* diff=x merge=x\n' });
    configure(
      folder,
      `[diff]\n\texternal = ${program}\n[diff "x"]\n\ttextconv = ${program}\n\tcommand = ` +
        `${program}\n[merge "x"]\n\tdriver = ${program}`,
    );
  },
  hooks: ({ folder, program }) => {
    const hooks = [
      'post-index-change',
      'fsmonitor-watchman',
      'pre-commit',
      'post-checkout',
      'reference-transaction',
      'pre-auto-gc',
    ];
    for (const hook of hooks) {
      write(folder, { [`.git/hooks/${hook}`]: `#!/bin/sh\nexec '${program}'\n` });
      chmodSync(join(folder, '.git/hooks', hook), 0o755);
    }
    configure(folder, `[core]\n\thooksPath = ${join(folder, '.git/hooks')}`);
  },
  'include.path and includeIf': ({ folder, program }) => {
    write(folder, { 'more.config': `[core]\n\tfsmonitor = ${program}\n` });
    configure(
      folder,
      `[include]\n\tpath = ${join(folder, 'more.config')}\n[includeIf "gitdir:**"]\n\tpath = ` +
        `${join(folder, 'more.config')}`,
    );
  },
  'config.worktree': ({ folder, program }) => {
    configure(folder, '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true');
    write(folder, { '.git/config.worktree': `[core]\n\tfsmonitor = ${program}\n` });
  },
  'a .git file that points elsewhere': ({ folder, program }) => {
    const other = `${folder}-other`;
    mkdirSync(other);
    gitIn(other, 'init', '-q');
    configure(other, `[core]\n\tfsmonitor = ${program}\n\tworktree = ${folder}`);
    rmSync(join(folder, '.git'), { recursive: true });
    write(folder, { '.git': `gitdir: ${other}/.git\n` });
  },
  'core.worktree': ({ folder, program }) => configure(folder, `[core]\n\tworktree = /\n\tfsmonitor = ${program}`),
  aliases: ({ folder, program }) =>
    configure(folder, `[alias]\n\tls-files = !${program}\n\tcheck-ignore = !${program}`),
  'editors, signing and other helpers': ({ folder, program }) =>
    configure(
      folder,
      `[core]\n\teditor = ${program}\n\talternateRefsCommand = ${program}\n[sequence]\n\teditor = ` +
        `${program}\n[gpg]\n\tprogram = ${program}\n[uploadpack]\n\tpackObjectsHook = ` +
        `${program}\n[interactive]\n\tdiffFilter = ${program}\n[trailer "x"]\n\tcommand = ` +
        `${program}\n[browser "x"]\n\tcmd = ${program}`,
    ),
  submodules: ({ folder, program, listener }) => {
    mkdirSync(join(folder, 'inner'));
    gitIn(join(folder, 'inner'), 'init', '-q');
    write(folder, {
      'inner/b.ts': '1',
      '.gitmodules': `[submodule "inner"]\n\tpath = inner\n\turl = http://${listener}/x\n\tupdate = !${program}\n`,
    });
    configure(join(folder, 'inner'), `[core]\n\tfsmonitor = ${program}`);
    configure(
      folder,
      '[submodule]\n\trecurse = true\n\tactive = .\n[submodule "inner"]\n\turl = ' +
        `http://${listener}/x\n\tupdate = !${program}`,
    );
  },
  'alternates and replaced objects': ({ folder, listener }) =>
    write(folder, {
      '.git/objects/info/alternates': `//${listener}/x\n`,
      '.git/objects/info/http-alternates': `http://${listener}/x\n`,
      '.git/refs/replace/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa': 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n',
    }),
  'a bare repository as the folder': ({ folder, program }) => {
    for (const name of ['HEAD', 'objects', 'refs'])
      execFileSync('cp', ['-r', join(folder, '.git', name), join(folder, name)]);
    rmSync(join(folder, '.git'), { recursive: true });
    write(folder, { config: `[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = ${program}\n` });
  },
};
