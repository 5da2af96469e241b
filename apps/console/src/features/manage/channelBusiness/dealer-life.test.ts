import { expect, it } from 'vitest';
import { stepsOf } from './dealer-life.ts';

const everything = () => true;
const lapsed = '2020-01-31';
const valid = '2999-12-31';

it('offers no step that the server refuses because the contract has ended', () => {
  expect(stepsOf({ state: 'draft', contractTo: lapsed }, everything)).not.toContain('submit');
  const pending = stepsOf({ state: 'pending', contractTo: lapsed }, everything);
  expect(pending).not.toContain('approve');
  expect(pending).toContain('reject');
  const suspended = stepsOf({ state: 'suspended', contractTo: lapsed }, everything);
  expect(suspended[0]).toBe('renew');
  expect(suspended).not.toContain('resume');
  expect(stepsOf({ state: 'suspended', contractTo: lapsed }, (permission) => !permission.endsWith(':edit'))).not.toContain('renew');
});

it('offers every step while the contract lasts or has no end', () => {
  for (const contractTo of [valid, null]) {
    expect(stepsOf({ state: 'draft', contractTo }, everything)[0]).toBe('submit');
    expect(stepsOf({ state: 'pending', contractTo }, everything)[0]).toBe('approve');
    expect(stepsOf({ state: 'suspended', contractTo }, everything)[0]).toBe('resume');
  }
});
