import { expect, it } from 'vitest';
import { placementJson, placementText } from '../../../../../renderer/model/cache/placement';
import { breakpoint, nodeId } from '../../../../../shared/document/builders';
import { breakpointsFileSchema } from '../../../../../shared/ipc/written/cache-report';

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
