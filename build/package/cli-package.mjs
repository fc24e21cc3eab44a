// The package of the command alone: no Electron, no dependencies, runs on plain Node.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../setup/paths.mjs';
import { bundledComponents, noticesText } from './notices.mjs';

/** @param {{ version: string, license: string, engines: Record<string, string> }} app */
function cliManifest({ version, license, engines }) {
  return {
    name: 'strata-cli',
    version,
    description: 'The strata command: checks the prompts of AI agents, their tokens and their cache, in CI',
    license,
    type: 'module',
    bin: { strata: 'bin/cli.js' },
    files: ['bin', 'schemas', 'ci', 'THIRD_PARTY_NOTICES.txt'],
    engines,
  };
}

const readme = `# strata-cli

The \`strata\` command without its window: lock, check and price the prompts of AI agents in CI.

    npx strata lock my-agent      # once: writes strata.lock.json
    npx strata check my-agent     # in CI: fails when the cached prefix changed

\`ci/\` has a workflow for GitHub, one for GitLab and a pre-commit hook to copy.
\`schemas/\` describes reports and locks.
`;

/** Puts the package together. @param {string} folder */
export async function assembleCliPackage(folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(join(root, 'out', 'cli'), join(folder, 'bin'), { recursive: true });
  await rm(join(folder, 'bin', 'built-from'), { force: true });
  await cp(join(root, 'build', 'schemas'), join(folder, 'schemas'), { recursive: true });
  await cp(join(root, 'docs', 'ci'), join(folder, 'ci'), { recursive: true });
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const app = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(cliManifest(app), null, 2)}\n`);
  await writeFile(join(folder, 'README.md'), readme);
  const components = await bundledComponents(join(root, 'out', 'cli-packages'));
  await writeFile(join(folder, 'THIRD_PARTY_NOTICES.txt'), noticesText(components));
}
