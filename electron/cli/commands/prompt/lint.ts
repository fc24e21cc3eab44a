import type { z } from 'zod';
import { rules } from '../../../../shared/analysis/rules';
import type { Inspection } from '../../../../shared/ipc/inspection/inspection';
import type { lintReportSchema } from '../../../../shared/ipc/written/bill-report';
import { reportOf } from '../../../../shared/ipc/written/report';
import { exitCodeOf, findingLine } from '../../print/findings';
import { withFolder, type BuildOptions } from '../../inspect-folder';
import { junitReport } from '../../print/junit';
import { jsonText, type Output } from '../../print/output';
import type { ReportFormat } from '../../print/report-formats';
import { sarifLog } from '../../print/sarif';

/** `strata lint`: prints every finding, from the build and from the finished prompt. */
export async function runLint(
  folder: string,
  options: BuildOptions & { readonly format: ReportFormat },
  version: string,
  output: Output,
): Promise<number> {
  return withFolder(folder, options, async (inspection) => {
    await output.out(written(inspection, options.format, version));
    return exitCodeOf(inspection);
  });
}

/** What `--format json` prints. */
export function linted(inspection: Inspection): z.infer<typeof lintReportSchema> {
  const { workspace, architecture, variant, model, findings } = reportOf(inspection);
  return { version: 1, workspace, architecture, variant, model: model.id, findings };
}

function written(inspection: Inspection, format: ReportFormat, version: string): string {
  switch (format) {
    case 'text':
      return inspection.findings.map((finding) => `${findingLine(finding)}\n`).join('');
    case 'json':
      return jsonText(linted(inspection));
    case 'sarif':
      return jsonText(sarifLog(inspection, version));
    case 'junit':
      return junitReport(
        'strata lint',
        rules.map(({ id }) => id),
        inspection.findings,
      );
  }
}
