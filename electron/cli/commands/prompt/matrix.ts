import { parseSettingText, findSpec } from '../../../../shared/assemblers/settings';
import type { SettingSpec, SettingValue } from '../../../../shared/assemblers/types';
import type { Matrix } from '../../../../shared/ipc/matrix';
import { correctionOf } from '../../../../shared/ipc/written/report';
import { matrixOf, type WantedAxis } from '../../../host/analyses/matrix';
import { printFindings } from '../../print/findings';
import { withFolder, type BuildOptions } from '../../inspect-folder';
import { UsageError } from '../../usage-error';
import { tokenCell } from './inspect';
import { jsonText, table, visible, type Output } from '../../print/output';
import { counted, grouped } from '../../../../shared/basics/grouped';

export interface MatrixCommand extends BuildOptions {
  readonly over: readonly string[];
  readonly json: boolean;
}

/** `strata matrix`: every combination of the chosen settings as a table. */
export async function runMatrix(folder: string, options: MatrixCommand, output: Output): Promise<number> {
  return withFolder(folder, options, async (inspection, session) => {
    printFindings(inspection, output);
    const matrix = await matrixOf(session, inspection, {
      over: options.over.map((each) => axis(inspection.specs, each)),
    });
    if (options.json)
      await output.out(
        jsonText({
          version: 1,
          architecture: inspection.architecture,
          model: inspection.modelId,
          ...correctionOf(inspection.analysis),
          ...matrix,
        }),
      );
    else await output.out(matrixTable(matrix));
    if (matrix.rows.length < matrix.combinations)
      output.err(
        `strata: there are ${grouped(matrix.combinations)} combinations; the first ` +
          `${grouped(matrix.rows.length)} are shown`,
      );
    return matrix.rows.some(({ findings }) => findings.error > 0) ? 1 : 0;
  });
}

/** `name` selects all choices of a setting; `name=a,b` selects these. */
function axis(specs: readonly SettingSpec[], text: string): WantedAxis {
  const at = text.indexOf('=');
  const name = at === -1 ? text : text.slice(0, at);
  const spec = findSpec(specs, name);
  if (spec === undefined)
    throw new UsageError(
      `--over: there is no setting "${name}"; there are ${specs.map((each) => each.name).join(', ')}`,
    );
  if (at === -1) return { name: spec.name };
  const values = text
    .slice(at + 1)
    .split(',')
    .map((value): SettingValue => {
      const checked = parseSettingText(spec, value);
      if (!checked.ok) throw new UsageError(`--over: ${name} takes ${checked.expected}`);
      return checked.value;
    });
  return { name: spec.name, values };
}

const number = new Intl.NumberFormat('en-US');

function shown(value: SettingValue | undefined): string {
  if (value === undefined) return '–';
  return typeof value === 'string' ? visible(value) : JSON.stringify(value);
}

function matrixTable({ axes, rows, sharedByAll }: Matrix): string {
  const head = ['', ...axes.map(({ name }) => name), 'tokens', 'findings', 'shared characters', 'hash'];
  const body = rows.map(({ settings, tokens, findings, shared, hash, usable, isShown }) => [
    isShown ? '*' : '',
    ...axes.map(({ name }) => shown(settings[name])),
    usable ? tokenCell(tokens) : 'no prompt',
    (['error', 'warning', 'info'] as const)
      .flatMap((severity) => (findings[severity] === 0 ? [] : [`${findings[severity]} ${severity}`]))
      .join(', '),
    number.format(shared),
    hash.slice(0, 8),
  ]);
  const right = [axes.length + 1, axes.length + 3];
  return (
    `${table([head, ...body], right)}\n* is what \`strata build\` prints with these options\n` +
    `${counted(rows.length, 'variant')}, all with the same ${counted(sharedByAll, 'character')} at the start\n`
  );
}
