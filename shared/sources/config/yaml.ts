import { Composer, isAlias, isMap, isScalar, isSeq, Lexer, Parser, type CST, type Node } from 'yaml';
import type { JsonPath, SourceId } from '../../document/types';
import type { ConfigEntry, ConfigNode } from './config-node';
import { finding, type Finding } from '../findings';
import type { ParsedConfig } from './json';
import { lexerMarks, pyYamlScalar, refusedByPyYaml } from './py-yaml';
import { scalarRope, type ScalarStyle, type YamlLimits } from './yaml-scalar';

interface TextSource {
  readonly id: SourceId;
  readonly text: string;
}

/** No config is deeper. A deeper file would exhaust the composer's stack, so it is not composed. */
const maxDepth = 100;

/** A line `key: value` has about six; a block of text is one. Each takes a microsecond or two. */
const maxLexemes = 200_000;

/** Of all scalars together. */
const maxLeaves = 120_000;

/**
 * Parses the YAML at `[start, end)` of a file; every span uses the file's offsets. Broken YAML gives what could be read
 * and one error at the first syntax error; later errors are mostly consequences.
 */
export function parseYaml(
  source: TextSource,
  start = 0,
  end = source.text.length,
  ruleId = 'yaml-syntax',
  dialect: YamlDialect = 'core',
): ParsedConfig {
  const text = source.text.slice(start, end);
  const lastCharacter = text.trimEnd().length;
  /** Reports an error at the very end, such as an unclosed bracket, after the last character, not on the next line. */
  const place = (from: number, to: number) => {
    const at = Math.min(from, lastCharacter);
    return { source: source.id, span: { start: start + at, end: start + Math.max(at, Math.min(to, lastCharacter)) } };
  };
  const { tokens, cut } = tokensOf(text);
  const tooDeep = tokenBeyond(tokens, maxDepth);
  const beyond = tooDeep ?? cut;
  if (beyond !== undefined) {
    const problem =
      tooDeep === undefined ? `has more than ${maxLexemes} tokens` : `is nested more than ${maxDepth} levels deep`;
    return {
      root: undefined,
      findings: [finding('error', ruleId, `The YAML ${problem}`, place(beyond, beyond + 1))],
    };
  }
  const refused = dialect === 'pyyaml' ? refusedByPyYaml(text) : undefined;
  if (refused !== undefined) {
    const problem = `Broken YAML: ${refused.problem}`;
    return { root: undefined, findings: [finding('error', ruleId, problem, place(refused.at, refused.at + 1))] };
  }
  const composer = new Composer({
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'silent',
    merge: false,
    schema: dialect === 'core' ? 'core' : 'failsafe',
  });
  const [document, second] = composer.compose(untilFirstError(tokens), true, text.length);
  const findings: Finding[] = [];
  const error = document?.errors[0];
  if (error !== undefined)
    findings.push(finding('error', ruleId, `Broken YAML: ${error.message}`, place(...error.pos)));
  if (second !== undefined)
    findings.push(
      finding('error', ruleId, 'Broken YAML: only one document is expected', place(second.range[0], second.range[1])),
    );
  for (const warning of document?.warnings ?? [])
    findings.push(finding('warning', ruleId, warning.message, place(...warning.pos)));
  const reader: Reader = { source, base: start, end, ruleId, findings, dialect, limits: { leaves: maxLeaves } };
  return { root: document?.contents == null ? undefined : toConfigNode(document.contents, reader, []), findings };
}

/** The tokens, and the offset behind which there are too many. */
function tokensOf(text: string): { readonly tokens: readonly CST.Token[]; readonly cut: number | undefined } {
  const tokens: CST.Token[] = [];
  const parser = new Parser();
  let [count, at] = [0, 0];
  for (const lexeme of new Lexer().lex(text)) {
    if (count >= maxLexemes) break;
    count += 1;
    if (!lexerMarks.has(lexeme)) at += lexeme.length;
    for (const token of parser.next(lexeme)) tokens.push(token);
  }
  for (const token of parser.end()) tokens.push(token);
  return { tokens, cut: count < maxLexemes ? undefined : at };
}

/** The offset of the first token below more than `limit` collections, found without recursion. */
function tokenBeyond(tokens: readonly CST.Token[], limit: number): number | undefined {
  const waiting: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { token, depth } = next;
    if (depth > limit) return token.offset;
    if (token.type === 'document' && token.value !== undefined) waiting.push({ token: token.value, depth: depth + 1 });
    if (token.type !== 'block-map' && token.type !== 'block-seq' && token.type !== 'flow-collection') continue;
    for (const item of token.items) {
      for (const child of [item.key, item.value]) if (child != null) waiting.push({ token: child, depth: depth + 1 });
    }
  }
  return undefined;
}

/** Only the first error is reported, and each error costs the composer a stack trace. */
function untilFirstError(tokens: readonly CST.Token[]): readonly CST.Token[] {
  const first = tokens.findIndex(({ type }) => type === 'error');
  return first === -1 ? tokens : tokens.filter(({ type }, index) => type !== 'error' || index === first);
}

/** Which plain scalars are strings: YAML 1.2's core schema, or PyYAML's rules. */
export type YamlDialect = 'core' | 'pyyaml';

interface Reader {
  readonly source: TextSource;
  readonly base: number;
  /** Offset of the end of the YAML in the file. */
  readonly end: number;
  readonly ruleId: string;
  readonly findings: Finding[];
  readonly dialect: YamlDialect;
  readonly limits: YamlLimits;
}

/** Does not follow aliases: prompt configs do not need them, and a few lines of aliases can expand to gigabytes. */
function toConfigNode(node: Node, reader: Reader, path: JsonPath): ConfigNode {
  const { source, base, ruleId, findings } = reader;
  const [from, valueEnd] = node.range ?? [0, 0, 0];
  const span = { start: base + from, end: base + valueEnd };
  if (isAlias(node)) {
    findings.push(
      finding('warning', ruleId, `The YAML alias *${node.source} is not followed`, { source: source.id, span }),
    );
    return { kind: 'scalar', span, value: null };
  }
  if (isMap(node)) {
    const entries = node.items.flatMap((pair): readonly ConfigEntry[] => {
      const keyNode = isNode(pair.key) ? pair.key : undefined;
      const [keyStart, keyEnd] = keyNode?.range ?? [from, from, from];
      const keySpan = { start: base + keyStart, end: base + keyEnd };
      if (!isScalar(keyNode)) {
        findings.push(
          finding('warning', ruleId, 'A YAML key that is not text is ignored', { source: source.id, span: keySpan }),
        );
        return [];
      }
      const key = String(keyNode.value);
      const value: ConfigNode = isNode(pair.value)
        ? toConfigNode(pair.value, reader, [...path, key])
        : { kind: 'scalar', span: keySpan, value: null };
      return [{ key, keySpan, value }];
    });
    return { kind: 'object', span, entries };
  }
  if (isSeq(node))
    return {
      kind: 'array',
      span,
      items: node.items.filter(isNode).map((item, index) => toConfigNode(item, reader, [...path, index])),
    };
  if (isScalar(node)) {
    const { type, tag } = node;
    if (reader.dialect === 'pyyaml') {
      if (tag !== undefined && tag !== textTag && (tag !== '!' || node.value === ''))
        return { kind: 'scalar', span, value: null };
      const written = type === 'PLAIN' && tag === undefined ? String(node.value) : undefined;
      if (written === '=' || written === '<<')
        findings.push(finding('error', ruleId, `Broken YAML: ${written} is not a value`, { source: source.id, span }));
      const plain = written === undefined ? undefined : pyYamlScalar(written);
      if (plain !== undefined) return { kind: 'scalar', span, value: plain };
    }
    if (typeof node.value === 'string') {
      const isBlock = type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED';
      const lacksLineEnd = isBlock && span.end === reader.end && source.text[span.end - 1] !== '\n';
      const value = reader.dialect === 'pyyaml' && lacksLineEnd ? node.value.replace(/\n$/, '') : node.value;
      const rope = scalarRope(source, span, scalarStyle(type), value, path, reader.limits);
      return { kind: 'string', span, value, rope };
    }
    if (typeof node.value === 'number' || typeof node.value === 'boolean') {
      const literal = source.text.slice(span.start, span.end);
      return { kind: 'scalar', span, value: node.value, ...(isJsonScalar.test(literal) ? { literal } : {}) };
    }
  }
  return { kind: 'scalar', span, value: null };
}

const textTag = 'tag:yaml.org,2002:str';

/** YAML also allows `0x1F`, `.5`, `+1` and `True`. */
const isJsonScalar = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

function scalarStyle(type: string | null | undefined): ScalarStyle {
  switch (type) {
    case 'QUOTE_SINGLE':
    case 'QUOTE_DOUBLE':
    case 'BLOCK_LITERAL':
    case 'BLOCK_FOLDED':
      return type;
    default:
      return 'PLAIN';
  }
}

function isNode(value: unknown): value is Node {
  return isAlias(value) || isMap(value) || isSeq(value) || isScalar(value);
}
