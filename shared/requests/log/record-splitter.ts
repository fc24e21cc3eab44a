/**
 * Splits a log into records as its text arrives: JSON lines, the items of one list, or concatenated JSON values. Keeps
 * only the incomplete record.
 */

export interface TextRecord {
  readonly text: string;
  /** Offset in the log, in characters. */
  readonly start: number;
}

type Mode = 'lines' | 'values';

/** A longer record is not a request and would not fit in memory. */
const longestRecord = 256 * 1024 * 1024;

export class RecordSplitter {
  #mode: Mode | undefined;
  /** The incomplete text and its offset. */
  #rest = '';
  #start = 0;
  /** How much of `#rest` was scanned, and the open brackets there. */
  #seen = 0;
  #depth = 0;
  #isInString = false;
  #valueStart = -1;
  /** Inside a value that is too long to keep. */
  #isSkipping = false;
  readonly #longest: number;
  /** Number of records too long to keep. */
  dropped = 0;

  constructor(longest = longestRecord) {
    this.#longest = longest;
  }

  push(chunk: string): readonly TextRecord[] {
    this.#rest += chunk;
    if (this.#mode === undefined) {
      const mode = modeOf(this.#rest);
      if (mode === undefined && this.#rest.length < this.#longest) return [];
      this.#mode = mode ?? 'values';
    }
    return this.#mode === 'lines' ? this.#lines() : this.#values();
  }

  /** Returns what is left at the end of the log: a last line without a line end, or an incomplete value. */
  end(): readonly TextRecord[] {
    if (this.#mode === undefined) this.#mode = modeOf(`${this.#rest}\n`) ?? 'values';
    const records = this.#mode === 'lines' ? [] : [...this.#values()];
    const text = this.#rest.trim();
    if (text !== '' && text !== ']' && text !== ',' && !this.#isSkipping) {
      const lead = this.#rest.length - this.#rest.trimStart().length;
      records.push({ text, start: this.#start + lead });
    }
    this.#rest = '';
    return records;
  }

  #lines(): readonly TextRecord[] {
    const records: TextRecord[] = [];
    let from = 0;
    for (;;) {
      const newline = this.#rest.indexOf('\n', Math.max(from, this.#seen));
      if (newline === -1) break;
      const text = this.#rest.slice(from, newline);
      if (text.trim() !== '') records.push({ text, start: this.#start + from });
      from = newline + 1;
      this.#seen = from;
    }
    this.#drop(from);
    this.#seen = this.#rest.length;
    if (this.#rest.length > this.#longest) {
      this.#drop(this.#rest.length);
      this.dropped += 1;
      this.#seen = 0;
    }
    return records;
  }

  /** Splits concatenated values or the items of a list; skips commas and the list's own brackets. */
  #values(): readonly TextRecord[] {
    const records: TextRecord[] = [];
    let done = 0;
    const text = this.#rest;
    let at = this.#seen;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.#isInString) {
        if (code === 92) at += 1;
        else if (code === 34) this.#isInString = false;
        continue;
      }
      if (code === 34 && this.#depth > 0) this.#isInString = true;
      else if (code === 123 || (code === 91 && this.#depth > 0)) {
        if (this.#depth === 0) this.#valueStart = at;
        this.#depth += 1;
      } else if ((code === 125 || code === 93) && this.#depth > 0) {
        this.#depth -= 1;
        if (this.#depth > 0) continue;
        if (!this.#isSkipping)
          records.push({ text: text.slice(this.#valueStart, at + 1), start: this.#start + this.#valueStart });
        this.#isSkipping = false;
        done = at + 1;
        this.#valueStart = -1;
      }
    }
    this.#seen = at;
    this.#drop(done);
    if (this.#valueStart >= 0) this.#valueStart -= done;
    this.#seen -= done;
    if (this.#rest.length > this.#longest) this.#skip();
    return records;
  }

  /** Forgets what is too long to keep. Of a value, the end is still looked for. */
  #skip(): void {
    if (!this.#isSkipping) this.dropped += 1;
    this.#isSkipping = this.#depth > 0;
    const { length } = this.#rest;
    this.#start += length;
    this.#rest = '';
    // An escape at the end of the text reaches into the next.
    this.#seen = Math.max(0, this.#seen - length);
    this.#valueStart = this.#isSkipping ? 0 : -1;
  }

  #drop(count: number): void {
    this.#rest = this.#rest.slice(count);
    this.#start += count;
    if (this.#mode === 'lines') this.#seen = Math.max(0, this.#seen - count);
  }
}

/** Lines if the first line is a complete value; undefined until the first line is complete. */
function modeOf(text: string): Mode | undefined {
  const from = text.search(/\S/);
  if (from === -1) return undefined;
  if (text[from] !== '{') return 'values';
  const newline = text.indexOf('\n', from);
  if (newline === -1) return undefined;
  return isWhole(text, from, newline) ? 'lines' : 'values';
}

/** Returns true if all brackets that open on the line also close on it. */
function isWhole(text: string, from: number, to: number): boolean {
  let [depth, isInString] = [0, false];
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === 92) at += 1;
      else if (code === 34) isInString = false;
    } else if (code === 34) isInString = true;
    else if (code === 123 || code === 91) depth += 1;
    else if (code === 125 || code === 93) depth -= 1;
  }
  return depth === 0 && !isInString;
}
