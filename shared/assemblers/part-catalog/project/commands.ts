import { frame, joinWith, nodeId, section, text } from '../../../document/builders';
import type { PromptNode } from '../../../document/types';
import { append } from '../../../sources/text/append';
import { checkConfig, configChild, type ConfigNode } from '../../../sources/config/config-node';
import type { Finding } from '../../../sources/findings';
import { fileRope, trimRope, type Rope } from '../../../sources/text/rope';
import type { SourceFile } from '../../../sources/types';
import { asWarnings, firstLine, stem, trimmedString } from './file-text';
import { projectFrontMatter } from './front-matter-lines';
import { commandSchema } from './schemas';

interface SlashCommand {
  readonly file: SourceFile;
  readonly hint: Rope;
  readonly description: Rope;
}

export interface SlashCommands {
  readonly commands: readonly SlashCommand[];
  readonly findings: readonly Finding[];
}

/** A command without a description uses the first line of its text. */
export function readCommands(files: readonly SourceFile[]): SlashCommands {
  const findings: Finding[] = [];
  const commands = files.map((file): SlashCommand => {
    const { data, body, findings: syntax } = projectFrontMatter(file);
    append(findings, asWarnings(syntax));
    if (data !== undefined && syntax.length === 0)
      findings.push(...checkConfig(commandSchema, data, file.id, 'command-front-matter', 'warning').findings);
    const described = trimmedString(data, 'description');
    return { file, hint: hintOf(file, data), description: described.length > 0 ? described : firstLine(body) };
  });
  return { commands, findings };
}

/** YAML reads `[version]` as a list; use its characters instead. */
function hintOf(file: SourceFile, data: ConfigNode | undefined): Rope {
  const node = configChild(data, 'argument-hint');
  return node?.kind === 'array'
    ? trimRope(fileRope(file, node.span.start, node.span.end, ['argument-hint']))
    : trimmedString(data, 'argument-hint');
}

/** The value of `SLASH_COMMANDS`: `- /name hint: description`. */
export function commandNodes({ commands }: SlashCommands): readonly PromptNode[] {
  const nodes = commands.map(({ file, hint, description }) => {
    const name = text(stem(file), { kind: 'derived', by: 'file name', from: [file.id] });
    const children = [
      frame('- /'),
      name,
      ...(hint.length === 0 ? [] : [frame(' '), ...hint]),
      ...(description.length === 0 ? [] : [frame(': '), ...description]),
    ];
    return section(nodeId('system', 'slash-commands', stem(file)), `/${stem(file)}`, 'L2', children);
  });
  return joinWith('\n', nodes);
}
