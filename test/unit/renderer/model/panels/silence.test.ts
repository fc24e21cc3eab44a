import { describe, expect, it } from 'vitest';
import { silenced } from '../../../../../renderer/model/panels/silence';

describe('silencing a rule in strata.json', () => {
  it('starts a file', () => {
    expect(silenced('\n', 'near-limit')).toBe('{\n  "lint": { "near-limit": "off" }\n}\n');
  });

  it('keeps what is written around it', () => {
    expect(silenced('{\n  "model": "gpt-5" }', 'near-limit')).toBe(
      '{\n  "lint": { "near-limit": "off" },\n  "model": "gpt-5" }',
    );
    expect(silenced('{"lint": { "over-budget": "error" }}', 'near-limit')).toBe(
      '{"lint": { "near-limit": "off", "over-budget": "error" }}',
    );
    expect(silenced('{}', 'near-limit')).toBe('{\n  "lint": { "near-limit": "off" }}');
    expect(silenced('{"lint":{}}', 'near-limit')).toBe('{"lint":{ "near-limit": "off"}}');
  });

  it('writes the file anew where the key stands elsewhere, or the rule has a level', () => {
    const nested = silenced('{"settings": {"lint": {"a": 1}}, "lint": {"b": "off"}}', 'near-limit') ?? '';
    expect(JSON.parse(nested)).toEqual({ settings: { lint: { a: 1 } }, lint: { b: 'off', 'near-limit': 'off' } });
    const again = silenced('{"lint": {"near-limit": "error"}}', 'near-limit') ?? '';
    expect(JSON.parse(again)).toEqual({ lint: { 'near-limit': 'off' } });
  });

  it('leaves a broken file alone', () => {
    expect(silenced('{ "model": ', 'near-limit')).toBeNull();
    expect(silenced('[]', 'near-limit')).toBeNull();
  });
});
