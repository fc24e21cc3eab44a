/** Splits a file into entries in the way the layout names. */
import { append } from '../../../sources/text/append';
import { configChild, type ConfigNode } from '../../../sources/config/config-node';
import { finding, type Finding } from '../../../sources/findings';
import { parseFrontMatter } from '../../../sources/config/front-matter';
import { parseJson } from '../../../sources/config/json';
import { parseJsonLines } from '../../../sources/config/json-lines';
import { fileRope, isBlank, trimRope, type Rope } from '../../../sources/text/rope';
import type { SourceFile } from '../../../sources/types';
import { parseYaml } from '../../../sources/config/yaml';
import { isBlankText } from '../../../sources/text/white-space';
import type { Reading } from '../layout/layout';
import { nodeEntries, type Entry } from './values';

export interface ReadOptions {
  readonly read: Reading;
  readonly field: string | undefined;
  readonly textOnly: boolean;
  readonly trimmed: boolean;
}

export function readEntries(file: SourceFile, options: ReadOptions, findings: Finding[]): readonly Entry[] {
  const { read, field, textOnly, trimmed } = options;
  const holder: Entry = { key: file.id, text: [], file, textOnly, trimmed };
  const trim = (rope: Rope): Rope => (trimmed ? trimRope(rope) : rope);
  const withField = (entries: readonly Entry[]): readonly Entry[] =>
    field === undefined ? entries : entries.flatMap((entry) => fieldOf(entry, field, findings));
  switch (read) {
    case 'text':
      return [{ ...holder, text: trim(fileRope(file)) }];
    case 'front-matter': {
      const { data, body, findings: syntax } = parseFrontMatter(file);
      append(findings, syntax);
      return withField([{ ...holder, text: trim(body), data }]);
    }
    case 'json':
    case 'yaml': {
      const { root, findings: syntax } = read === 'json' ? parseJson(file) : parseYaml(file);
      append(findings, syntax);
      return withField(nodeEntries(root, holder, file.id));
    }
    case 'first-json-line': {
      const end = file.text.search(/\r?\n/);
      const { root, findings: syntax } = parseJson(file, 'json-syntax', 0, end === -1 ? file.text.length : end);
      append(findings, syntax);
      return withField(nodeEntries(root, holder, file.id));
    }
    case 'json-lines':
      return parseJsonLines(file).flatMap(({ line, root, findings: syntax }) => {
        const broken = syntax[0];
        if (broken === undefined) return withField(nodeEntries(root, holder, `${file.id}/${line}`));
        findings.push({ ...broken, severity: 'warning', message: `${broken.message}; the line is left out` });
        return [];
      });
    case 'lines':
      return stretches(file, false).map((text, index) => ({ ...holder, key: `${file.id}/${index}`, text: trim(text) }));
    case 'paragraphs':
      return stretches(file, true)
        .filter((text) => !isBlank(text))
        .map((text, index) => ({ ...holder, key: `${file.id}/${index}`, text: trimRope(text) }));
  }
}

/** Replaces the entry's text by one of its fields; drops the entry if the field has no text. */
function fieldOf(entry: Entry, field: string, findings: Finding[]): readonly Entry[] {
  const node: ConfigNode | undefined = configChild(entry.data, field);
  if (node?.kind === 'string' && !isBlank(node.rope))
    return [{ ...entry, text: entry.trimmed === true ? trimRope(node.rope) : node.rope }];
  if (entry.file !== undefined && entry.data !== undefined) {
    findings.push(
      finding('warning', 'entry-field', `There is no text "${field}" here: the entry is left out`, {
        source: entry.file.id,
        span: (node ?? entry.data).span,
      }),
    );
  }
  return [];
}

/** Returns the non-blank lines, or, if `joined`, the paragraphs between empty lines. */
function stretches(file: SourceFile, joined: boolean): readonly Rope[] {
  const found: Rope[] = [];
  let start: number | undefined;
  let at = 0;
  for (const line of file.text.split('\n')) {
    const blank = joined ? line === '' || line === '\r' : isBlankText(line);
    const end = at + line.replace(/\r$/, '').length;
    if (!joined && !blank) found.push(fileRope(file, at, end));
    if (joined && blank && start !== undefined) found.push(fileRope(file, start, at));
    start = blank ? undefined : (start ?? at);
    at += line.length + 1;
  }
  if (joined && start !== undefined) found.push(fileRope(file, start, file.text.length));
  return found;
}
