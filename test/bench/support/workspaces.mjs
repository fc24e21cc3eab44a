import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sampleTexts } from './support.mjs';

/** @param {Readonly<Record<string, string>>} files */
export function temporaryWorkspace(files) {
  const folder = mkdtempSync(join(tmpdir(), 'strata-bench-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const clock = { now: '2026-02-25T12:30:00Z', timeZone: 'UTC' };

/**
 * About `tokens` tokens of prose and code in `sections` files.
 * @param {number} tokens @param {number} sections
 */
function pieces(tokens, sections) {
  const length = Math.round((tokens * 4.2) / sections);
  const { prose } = sampleTexts(length * sections);
  return Array.from({ length: sections }, (_, index) => {
    const text = prose.slice(index * length, (index + 1) * length);
    return index % 3 === 0 ? text.replaceAll(/(\w+) (\w+) (\w+)\. /g, "const $1 = $2('$3');\n") : text;
  });
}

/** One system message. @param {number} tokens @param {number} sections */
export function rulesWorkspace(tokens, sections) {
  /** @type {Record<string, string>} */
  const files = {
    'strata.json': JSON.stringify({
      ...clock,
      architecture: 'persona-files',
      model: 'claude-sonnet-4-5',
      settings: { project: 'project' },
    }),
    'IDENTITY.md': '# Pilot\n',
    'project/CLAUDE.md': 'Be brief.\n',
  };
  for (const [index, text] of pieces(tokens, sections).entries())
    files[`project/.claude/rules/r${String(index).padStart(4, '0')}.md`] = `# Rule ${index}\n\n${text}\n`;
  const section = `r${String(sections >> 1).padStart(4, '0')}.md`;
  return { ...temporaryWorkspace(files), edited: `project/.claude/rules/${section}`, section };
}

/** Several messages in tiers. @param {number} tokens @param {number} sections */
export function filesWorkspace(tokens, sections) {
  const names = pieces(tokens, sections).map((_, index) => `src/f${String(index).padStart(4, '0')}.txt`);
  /** @type {Record<string, string>} */
  const files = {
    'strata.json': JSON.stringify({ ...clock, model: 'gpt-5', tiered: { files: names, prompt: 'What is this?' } }),
    'system.md': 'You are a harbour pilot.\n',
  };
  for (const [index, text] of pieces(tokens, sections).entries()) files[names[index] ?? ''] = text;
  return {
    ...temporaryWorkspace(files),
    edited: names[sections >> 1] ?? '',
    section: `f${String(sections >> 1).padStart(4, '0')}.txt`,
  };
}

export const savedFile = 'project/CLAUDE.md';
const savedText = sampleTexts(200_000).prose;

/** A file of 200 KB that is saved again and again. */
export function saveWorkspace() {
  const manifest = { ...clock, architecture: 'persona-files', model: 'gpt-5', settings: { project: 'project' } };
  return temporaryWorkspace({
    'strata.json': JSON.stringify(manifest),
    'IDENTITY.md': '# Pilot\n',
    [savedFile]: savedText,
  });
}

const half = savedText.length >> 1;
/** Reused for every save, so that the harness leaves no garbage in the measured process. */
const savedBytes = Buffer.from(`${savedText.slice(0, half)}${savedWord(0)}${savedText.slice(half)}`);

/** The content of the file after a save, with its own words in the middle. @param {number} save */
export function saved(save) {
  savedBytes.write(savedWord(save), half);
  return savedBytes;
}

/**
 * Two ways to save, by the open flag. Some file systems (ext4) flush a file that was truncated when it is closed, which
 * takes one to a hundred milliseconds, whoever watches.
 * @typedef {'r+' | 'w'} SaveWay
 * @type {readonly (readonly [title: string, way: SaveWay])[]}
 */
export const saveWays = [
  ['written over', 'r+'],
  ['emptied and written', 'w'],
];

/** @param {string} path @param {Uint8Array} bytes @param {SaveWay} way */
export function writeSaved(path, bytes, way) {
  writeFileSync(path, bytes, { flag: way });
}

/** Every word has the same length. @param {number} save */
export function savedWord(save) {
  return `save ${String(save + 1000)} `;
}

/**
 * Everything in one file: an edit moves all text after it.
 * @param {number} tokens @param {number}
 * sections
 */
export function largeFileWorkspace(tokens, sections) {
  const responsibilities = pieces(tokens, sections).map((content, index) => ({
    title: `duty ${String(index).padStart(4, '0')}`,
    content,
  }));
  const files = {
    'strata.json': JSON.stringify({ ...clock, model: 'gpt-5' }),
    'agents/pilot/agent.json': JSON.stringify(
      { name: 'Pilot', trust: 'sandbox', identity: 'You are a harbour pilot.', responsibilities },
      null,
      2,
    ),
  };
  return {
    ...temporaryWorkspace(files),
    edited: 'agents/pilot/agent.json',
    section: `duty ${String(sections >> 1).padStart(4, '0')}`,
  };
}
