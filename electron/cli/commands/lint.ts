import type { Inspection } from '../../../shared/ipc/inspection';
import { reportOf } from '../../../shared/ipc/report';
import { exitCodeOf, findingLine } from '../findings';
import { withFolder, type BuildOptions } from '../inspect-folder';
import { jsonText, type Output } from '../output';
import { sarifLog } from '../sarif';

export const lintFormats = ['text', 'json', 'sarif'] as const;
export type LintFormat = (typeof lintFormats)[number];

/** `strata lint`: prints every finding, from the build and from the finished prompt. */
export async function runLint(
  folder: string,
  options: BuildOptions & { readonly format: LintFormat },
  version: string,
  output: Output,
): Promise<number> {
  return withFolder(folder, options, async (inspection) => {
    await output.out(written(inspection, options.format, version));
    return exitCodeOf(inspection);
  });
}

function written(inspection: Inspection, format: LintFormat, version: string): string {
  switch (format) {
    case 'text':
      return inspection.findings.map((finding) => `${findingLine(finding)}\n`).join('');
    case 'json': {
      const { workspace, architecture, variant, model, findings } = reportOf(inspection);
      return jsonText({ version: 1, workspace, architecture, variant, model: model.id, findings });
    }
    case 'sarif':
      return jsonText(sarifLog(inspection, version));
  }
}
