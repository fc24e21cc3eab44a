import { writeDraft } from '../../../host/edit/layout-draft';
import { nodeFiles } from '../../../host/disk/node-files';
import { visible, type Output } from '../../print/output';

/** `strata init`: drafts a strata.json from the folder's prompt files. */
export async function runInit(folder: string, output: Output): Promise<number> {
  output.err(`strata: wrote ${visible(await writeDraft(nodeFiles, folder))}`);
  return 0;
}
