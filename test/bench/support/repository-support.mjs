import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadModules, median, output, row, timed } from './support.mjs';

/** @returns {Promise<typeof import('../../../electron/host/repository/repository')>} */
export async function loadHost() {
  const { repository } = await loadModules('repository', { repository: 'electron/host/repository/repository.ts' });
  return repository;
}

/** @param {number} index */
const word = (index) =>
  `${['alpha', 'bravo', 'cedar', 'delta', 'ember', 'frost', 'grove', 'haven'][index % 8]}${index}`;

/** @type {Readonly<Record<string, (index: number, other: number) => string>>} */
const parts = {
  ts: (index, other) => `import { ${word(other)} } from '../${other % 100}/${word(other)}';\n`,
  py: () => 'import os\nfrom typing import Any\n',
  go: (index) => `package p${index % 100}\n\nimport "fmt"\n`,
  java: (index) => `package com.acme.p${index % 100};\n\nimport java.util.List;\n`,
  rs: () => 'use std::collections::HashMap;\n',
  c: (index, other) => `#include <stdio.h>\n#include "../${other % 100}/${word(other)}.h"\n`,
};

/** @type {Readonly<Record<string, (index: number, at: number, other: number) => string>>} */
const functions = {
  ts: (index, at, other) =>
    `\n/** Computes step ${at} of the plan. */\nexport async function ` +
    `${at === 0 ? word(index) : `${word(index)}Step${at}`}(input: readonly string[], limit = ` +
    `${at}): Promise<Map<string, number>> {\n  const seen = new Map<string, number>();\n  for ` +
    '(const item of input) {\n    if (seen.size > limit) break;\n    ' +
    `seen.set(item.trim().toLowerCase(), (seen.get(item) ?? 0) + item.length * ${at + 1});\n  ` +
    `}\n  await ${word(other)}([...seen.keys()], limit - 1);\n  return seen;\n}\n`,
  py: (index, at) =>
    `\n\nclass ${word(index)}_${at}:\n    """Keeps a table of counts."""\n\n    def ` +
    `__init__(self, path: str, limit: int = ${at}) -> None:\n        self.path = ` +
    `os.path.join(path, "data-${at}")\n        self.counts: dict[str, int] = {}\n\n    def ` +
    'add(self, line: str) -> int:\n        for part in line.split(","):\n            ' +
    `self.counts[part] = self.counts.get(part, 0) + len(part) * ${at + 1}\n        return ` +
    'sum(self.counts.values())\n',
  go: (index, at) =>
    `\n// Step${at} adds what it is given.\nfunc Step${at}${word(index)}(items []string, limit ` +
    'int) (map[string]int, error) {\n\tcounts := make(map[string]int)\n\tfor index, item := ' +
    'range items {\n\t\tif index > limit {\n\t\t\treturn nil, fmt.Errorf("more than %d items", ' +
    `limit)\n\t\t}\n\t\tcounts[item] += len(item) * ${at + 1}\n\t}\n\treturn counts, nil\n}\n`,
  java: (index, at) =>
    `\nclass ${word(index)}Part${at} {\n    private final List<String> items;\n    ` +
    `${word(index)}Part${at}(List<String> items) { this.items = items; }\n    /** Sums up. */\n  ` +
    `  public int total(int limit) {\n        int sum = ${at};\n        for (String item : ` +
    'items) {\n            if (sum > limit) { return sum; }\n            sum += ' +
    `item.trim().length() * ${at + 1};\n        }\n        return sum;\n    }\n}\n`,
  rs: (index, at) =>
    `\n/// Counts the words of a text.\npub fn ${word(index)}_${at}(text: &str, limit: usize) -> ` +
    'HashMap<String, usize> {\n    let mut counts = HashMap::new();\n    for word in ' +
    `text.split_whitespace().take(limit + ${at}) {\n        ` +
    '*counts.entry(word.to_lowercase()).or_insert(0) += word.len();\n    }\n    counts\n}\n',
  c: (index, at) =>
    `\n/* Adds the numbers up to a limit. */\nstatic int ${word(index)}_${at}(const int *items, ` +
    `size_t count, int limit)\n{\n    int sum = ${at};\n    for (size_t i = 0; i < count; i++) ` +
    `{\n        if (sum > limit)\n            break;\n        sum += items[i] * ${at + 1};\n    ` +
    '}\n    printf("%d\\n", sum);\n    return sum;\n}\n',
};

/**
 * A git repository of generated code in six languages. Made once and kept in test/output.
 * @param {number} count files
 * @param {number} bytes a file, about
 */
export function generatedRepository(count, bytes) {
  const folder = join(output, `repository-${count}-${bytes}`);
  const mark = join(folder, '.git', 'complete');
  if (existsSync(mark)) return folder;
  rmSync(folder, { recursive: true, force: true });
  const kinds = Object.keys(functions);
  for (let index = 0; index < count; index += 1) {
    const kind = kinds[index % 3 === 0 ? 0 : index % kinds.length] ?? 'ts';
    const other = (index * 7 + 3) % count;
    let text = parts[kind]?.(index, other - (other % 3)) ?? '';
    for (let at = 0; text.length < bytes; at += 1) text += functions[kind]?.(index, at, other - (other % 3)) ?? '';
    const path = join(folder, `${index % 100}`, `${word(index)}.${kind}`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  writeFileSync(join(folder, '.gitignore'), 'ignored/\n*.log\n');
  execFileSync('git', ['-C', folder, 'init', '-q']);
  execFileSync('git', ['-C', folder, 'add', '.']);
  writeFileSync(mark, '');
  return folder;
}

/** The minimum work: ask git, and read what it lists. @param {string} folder */
export function listAndRead(folder) {
  const listed = execFileSync('git', ['-C', folder, 'ls-files', '-co', '--exclude-standard', '-z'], {
    maxBuffer: 1 << 28,
  });
  let bytes = 0;
  for (const path of listed.toString().split('\0'))
    if (path !== '' && existsSync(join(folder, path))) bytes += readFileSync(join(folder, path)).length;
  return bytes;
}

/**
 * Runs ours and the peer alternately, so that disturbances of the machine affect both.
 * @param {string} job @param {() => unknown} ours @param {() => unknown} peer
 * @param {{ bar: number, moonshot: number, isGoal: boolean }} goal
 */
export async function compare(job, ours, peer, { bar, moonshot, isGoal }) {
  /** @type {{ ours: number, peer: number }[]} */
  const runs = [];
  for (let run = 0; run < 5; run += 1) {
    const floor = await timed(peer);
    runs.push({ peer: floor, ours: await timed(ours) });
  }
  const [own, floor] = [median(runs.map((run) => run.ours)), median(runs.map((run) => run.peer))];
  return row(job, 'at most', {
    ratio: own / floor,
    bar,
    moonshot,
    isGoal,
    note: `median ${own.toFixed(0)} ms against ${floor.toFixed(0)} ms`,
  });
}
