import { isAbsolute, normalizePath } from '../../../sources/paths';
import type { Facts } from '../../../sources/types';

/** The folder that one of the agents' own variables names, if it is set to an absolute path. */
export function agentHome({ variables = {} }: Facts, name: string): string | undefined {
  const value = variables[name];
  return value !== undefined && isAbsolute(value) ? normalizePath(value) : undefined;
}
