/**
 * The user's current folder. npm runs a script in the package's folder and puts the user's folder in INIT_CWD. Programs
 * started from a script inherit INIT_CWD too, so it counts only for the script itself.
 * @param {string} script our name in package.json
 */
export function userFolder(script, env = process.env, cwd = process.cwd()) {
  return env['npm_lifecycle_event'] === script && env['INIT_CWD'] ? env['INIT_CWD'] : cwd;
}
