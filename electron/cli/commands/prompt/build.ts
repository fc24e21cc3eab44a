import { exportDocument } from '../../../../shared/exporters';
import type { ExportFormat } from '../../../../shared/exporters/types';
import { exitCodeOf, printFindings } from '../../print/findings';
import { withFolder, type BuildOptions } from '../../inspect-folder';
import { visible, type Output } from '../../print/output';

/** `strata build`: prints exactly the prompt to standard output and nothing else. */
export async function runBuild(
  folder: string,
  options: BuildOptions & { readonly format: ExportFormat },
  output: Output,
): Promise<number> {
  return withFolder(folder, options, async (inspection) => {
    printFindings(inspection, output);
    if (inspection.usable) {
      const { body, warnings } = exportDocument(inspection.document, options.format, inspection.analysis);
      if (options.format !== 'text')
        for (const { severity, ruleId, message } of warnings) output.err(`- ${severity} ${ruleId} ${visible(message)}`);
      if (warnings.some(({ severity }) => severity === 'error')) return 1;
      await output.out(body);
    }
    return exitCodeOf(inspection);
  });
}
