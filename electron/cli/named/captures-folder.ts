import { join } from 'node:path';
import { productName } from '../../../package.json';
import { machineHome } from '../../host/disk/machine';
import { absolutePath } from '../../host/disk/paths';
import { userDataFolder } from '../../host/disk/user-data';

/** `captures` in the user's data, or the folder the user named. */
export function capturesFolder(named: string | undefined): string {
  if (named !== undefined) return absolutePath(named);
  const home = machineHome().value;
  const userData = userDataFolder({ platform: process.platform, environment: process.env, home }, productName);
  return absolutePath(join(userData, 'captures'));
}
