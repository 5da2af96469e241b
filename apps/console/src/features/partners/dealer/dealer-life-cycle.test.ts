import { dealerLifeCycle } from '@suyuan/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { allowedSteps } from '../../../ui/life-cycle.ts';
import { isLapsed, isStepAvailable } from './dealer-life-cycle.ts';

const stepsOf = (dealer: { state: string; contractTo: string | null }, isAllowed: (permission: string) => boolean) =>
  allowedSteps(dealerLifeCycle, dealer, isAllowed).filter((step) => isStepAvailable(dealer, step, isAllowed));

const allowAll = () => true;
const lapsed = '2020-01-31';
const valid = '2999-12-31';

const zone = process.env.TZ;
afterEach(() => {
  vi.useRealTimers();
  process.env.TZ = zone;
});

it('ends a contract on its last day in Shanghai, in any browser time zone', () => {
  const [midnight, evening] = ['2026-03-02T00:00:00+08:00', '2026-03-01T23:59:59+08:00'];
  for (const timeZone of ['America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Shanghai']) {
    process.env.TZ = timeZone;
    const lapsedAt = (time: string) => {
      vi.setSystemTime(new Date(time));
      return isLapsed({ contractTo: '2026-03-01' });
    };
    expect([timeZone, lapsedAt(evening), lapsedAt(midnight)]).toEqual([timeZone, false, true]);
  }
});

it('hides actions that the server refuses because the contract has expired', () => {
  expect(stepsOf({ state: 'draft', contractTo: lapsed }, allowAll)).not.toContain('submit');
  const pending = stepsOf({ state: 'pending', contractTo: lapsed }, allowAll);
  expect(pending).not.toContain('approve');
  expect(pending).toContain('reject');
  const suspended = stepsOf({ state: 'suspended', contractTo: lapsed }, allowAll);
  expect(suspended[0]).toBe('resume');
  expect(stepsOf({ state: 'suspended', contractTo: lapsed }, (permission) => !permission.endsWith(':edit'))).not.toContain('resume');
});

it('offers all actions while the contract is valid or has no end', () => {
  for (const contractTo of [valid, null]) {
    expect(stepsOf({ state: 'draft', contractTo }, allowAll)[0]).toBe('submit');
    expect(stepsOf({ state: 'pending', contractTo }, allowAll)[0]).toBe('approve');
    expect(stepsOf({ state: 'suspended', contractTo }, allowAll)[0]).toBe('resume');
  }
});
