import { spawn, spawnSync } from 'node:child_process';
import { root } from './paths.mjs';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeout] milliseconds
 * @property {boolean} [stdoutToStderr] keeps our own standard output clean
 */

/**
 * Runs a command with its output on the terminal and resolves to its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export function runCommand(command, args, { cwd = root, env = process.env, timeout, stdoutToStderr = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      timeout,
      stdio: ['inherit', stdoutToStderr ? 2 : 'inherit', 'inherit'],
    });
    const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
    process.on('SIGINT', forward).on('SIGTERM', forward);
    const done = () => process.off('SIGINT', forward).off('SIGTERM', forward);
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('close', (code, signal) => {
      done();
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}

/**
 * Runs a command silently; undefined when it cannot be run or fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {string | undefined} its standard output
 */
export function outputOf(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return status === 0 ? stdout : undefined;
}

/**
 * npm as it called us, or from the PATH.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 * @returns {readonly [command: string, ...args: string[]]}
 */
export function npmCommand(env = process.env, platform = process.platform) {
  if (env['npm_execpath']?.endsWith('.js')) return [process.execPath, env['npm_execpath']];
  return platform === 'win32' ? ['cmd', '/c', 'npm'] : ['npm'];
}
