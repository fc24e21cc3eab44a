import { expect, it } from 'vitest';
import { placementJson, placementText, tierAfter } from '../../../../../renderer/model/cache/placement';
import { breakpoint, frame, message, nodeId, section } from '../../../../../shared/document/builders';
import { breakpointsFileSchema } from '../../../../../shared/ipc/written/cache-report';
import { inspectionOf } from '../../../../support/inspection';

it('writes tried breakpoints as JSON that says behind what they stand, and that the command reads', () => {
  const tried = { breakpoints: [breakpoint(nodeId('system/A'), 'L0', '1h')], end: '5m' as const };
  const of = { provider: 'anthropic', model: 'claude-sonnet-5-5', cost: null, name: () => 'A' };
  const written = JSON.parse(placementJson(tried, of));
  expect(written).toEqual({
    version: 1,
    suggested: true,
    provider: 'anthropic',
    model: 'claude-sonnet-5-5',
    breakpoints: [{ after: 'system/A', name: 'A', tier: 'L0', ttl: '1h', tokens: null }],
    end: '5m',
  });
  expect(breakpointsFileSchema.parse(written)).toMatchObject({
    breakpoints: [{ after: 'system/A', tier: 'L0', ttl: '1h' }],
    end: '5m',
  });
});

it('counts the breakpoint that moves with the end of the request', () => {
  const one = breakpoint(nodeId('system/A'), 'L0', '1h');
  expect(placementText({ breakpoints: [], end: 'off' })).toBe('no breakpoints');
  expect(placementText({ breakpoints: [one], end: 'off' })).toBe('1 breakpoint');
  expect(placementText({ breakpoints: [], end: '5m' })).toBe('1 breakpoint, at the end of the request');
  expect(placementText({ breakpoints: [one, one], end: '1h' })).toBe('3 breakpoints, one at the end of the request');
});

it('is of no tier after what changes with each request', () => {
  const parts = [section(nodeId('A'), 'A', 'L1', [frame('a')]), section(nodeId('B'), 'B', 'active', [frame('b')])];
  const messages = [message(nodeId('system'), 'system', 'L0', 'system', parts)];
  const document = { ...inspectionOf(1).document, messages };
  const tiers = ['A', 'B', 'system'].map((after) => tierAfter(document, breakpoint(nodeId(after), 'L3', '5m')));
  expect(tiers).toEqual(['L3', 'active', 'L3']);
});
