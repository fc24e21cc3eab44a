import { sourceId } from '../../../document/builders';
import type { PromptNode } from '../../../document/types';
import { utf8Length } from '../../../document/utf8-length';
import { finding, placeOf, type Finding } from '../../../sources/findings';
import { joinPath } from '../../../sources/paths';
import { isBlank, ropeText } from '../../../sources/text/rope';
import type { SourceFile } from '../../../sources/types';
import type { AssembleInput } from '../../types';
import { fileAt, sizeOf, whyNot } from '../common/files';
import { workingFile } from '../common/nested';
import { fileSection, hiddenLoad, isHidden, leftOut, unreadable } from '../common/sections';
import { wholeRope } from '../common/text/file-rope';
import type { Load } from '../load';
import { withoutComments } from './comments';
import { importsOf } from './imports';
import { folderNames, managedPath, unread } from './places';
import { isWanted, rulesIn, type Rule } from './rules';

const place = 'user message after the system prompt, in a reminder';
/** Of AGENTS.md. */
export const unreadRule =
  'Its documentation (2.1.240) says it is not read; whether newer versions fall back to it was not measured.';

const largest = 4 * 1024 * 1024;

/** Reads the files of the machine, the user and the folders, each once, with their imports. */
export class Reader {
  readonly loads: Load[] = [];
  readonly findings: Finding[] = [];
  readonly #seen = new Set<string>();
  readonly #scoped: Rule[] = [];
  readonly #input: AssembleInput;
  readonly #home: string;
  readonly #working: string | undefined;

  constructor(input: AssembleInput, home: string) {
    this.#input = input;
    this.#home = home;
    this.#working = workingFile(input)?.slice(input.facts.workspace.length + 1);
  }

  /** Of the machine, then of the user. */
  machine(): readonly PromptNode[] {
    const { facts } = this.#input;
    return [
      ...this.#path(managedPath(facts), 'The file that an administrator put on this machine comes first.'),
      ...this.#path(joinPath(this.#home, 'CLAUDE.md'), 'Your own file comes before those of the project.'),
      ...this.#rules(this.#home),
    ];
  }

  folder(folder: string): readonly PromptNode[] {
    const { sources } = this.#input;
    const own = joinPath(folder, '.claude');
    const [main, inner, local] = folderNames.map((name) => joinPath(folder, name));
    const both = fileAt(sources, main ?? '') !== undefined ? fileAt(sources, inner ?? '') : undefined;
    const rule = 'From the top of the disk down to the working folder; whole.';
    const nodes = [
      ...this.#path(main ?? '', rule),
      ...(both === undefined ? this.#path(inner ?? '', rule) : this.#unsure(both)),
      ...(own === this.#home ? [] : this.#rules(own)),
      ...this.#path(local ?? '', 'Your own file of the folder comes after the shared ones.'),
    ];
    for (const name of unread) this.#unread(joinPath(folder, name));
    return nodes;
  }

  /** Rules that the working file makes it read. */
  scoped(): readonly PromptNode[] {
    return this.#scoped.flatMap(({ file, paths }) =>
      this.file('nested', file, `Sent when it reads a file that matches ${paths?.join(', ') ?? ''}.`),
    );
  }

  #path(path: string, rule: string): readonly PromptNode[] {
    const { sources } = this.#input;
    const file = fileAt(sources, path);
    if (file !== undefined) return this.file('instructions', file, rule);
    const why = whyNot(sources, path);
    if (!isHidden(why)) return [];
    this.loads.push(
      why === 'too-large'
        ? { path: sourceId(path), status: 'refused', rule: sizeRule }
        : hiddenLoad(sourceId(path), why),
    );
    return [leftOut('instructions', path, unreadable(path, why))];
  }

  #rules(folder: string): readonly PromptNode[] {
    return rulesIn(this.#input.sources, folder).flatMap((rule) => {
      const { file, paths } = rule;
      if (paths === undefined) return this.file('instructions', file, 'Rules without paths are always sent.');
      if (isWanted(rule, this.#working)) {
        this.#scoped.push(rule);
        return [];
      }
      const when = `Sent when it reads a file that matches ${paths.join(', ')}.`;
      this.loads.push({ path: file.id, status: 'on-demand', bytes: sizeOf(this.#input.sources, file), rule: when });
      return [leftOut('instructions', file.id, { reason: 'condition-false', condition: `paths: ${paths.join(', ')}` })];
    });
  }

  file(stretch: string, file: SourceFile, rule: string): readonly PromptNode[] {
    const { facts, sources } = this.#input;
    const { files, loads, findings } = importsOf(file, facts, sources, this.#home);
    this.loads.push(...loads);
    this.findings.push(...findings);
    return [
      ...this.#one(stretch, file, rule),
      ...files.flatMap((each) =>
        this.#one(stretch, each.file, `Imported with @ by ${each.by.id}. Where its text goes was not measured.`),
      ),
    ];
  }

  #one(stretch: string, file: SourceFile, rule: string): readonly PromptNode[] {
    if (this.#seen.has(file.path)) return [];
    this.#seen.add(file.path);
    const bytes = sizeOf(this.#input.sources, file);
    if (bytes > largest) {
      this.loads.push({ path: file.id, status: 'refused', bytes, rule: sizeRule });
      return [leftOut(stretch, file.id, { reason: 'over-budget', limit: largest, actual: bytes })];
    }
    const body = withoutComments(wholeRope(file));
    if (isBlank(body)) {
      this.loads.push({ path: file.id, status: 'empty', bytes, rule: 'There is nothing to send.' });
      return [leftOut(stretch, file.id, { reason: 'source-empty', source: file.id })];
    }
    const sentBytes = utf8Length(ropeText(body));
    this.loads.push({ path: file.id, status: 'loaded', role: 'user', place, bytes, sentBytes, rule });
    return [fileSection(stretch, file.id, body)];
  }

  #unsure(file: SourceFile): readonly PromptNode[] {
    const rule = 'The documentation names CLAUDE.md or .claude/CLAUDE.md; what happens with both was not measured.';
    this.loads.push({ path: file.id, status: 'unknown', bytes: sizeOf(this.#input.sources, file), rule });
    this.findings.push(finding('warning', 'not-measured', rule, placeOf(file.id)));
    return [leftOut('instructions', file.id, { reason: 'not-injected', purpose: 'not known whether it is read' })];
  }

  #unread(path: string): void {
    const { sources } = this.#input;
    const file = fileAt(sources, path);
    if (file === undefined && !isHidden(whyNot(sources, path))) return;
    this.loads.push({
      path: file?.id ?? sourceId(path),
      status: 'unknown',
      ...(file === undefined ? {} : { bytes: sizeOf(sources, file) }),
      rule: unreadRule,
    });
  }
}

const sizeRule = 'Files over 4 MiB are skipped.';
