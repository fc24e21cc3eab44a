/**
 * Where the user stands. npm runs a script in the package's folder and leaves the user's in INIT_CWD, which other
 * programs started from a script inherit too: it counts only for the script itself.
 * @param {string} script our name in package.json
 */
export function userFolder(script, env = process.env, cwd = process.cwd()) {
  return env['npm_lifecycle_event'] === script && env['INIT_CWD'] ? env['INIT_CWD'] : cwd;
}
