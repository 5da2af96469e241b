import { expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from '../index.ts';
import { problems } from '../problems.ts';
import { zhCN } from '../words/zh-CN.ts';
import { f } from './field-kinds.ts';
import { defineLifeCycle, isLifeCycle, stepNames, targetStates } from './life-cycle.ts';
import { defineResource } from './resource.ts';

const gates = defineResource({
  domain: 'manage',
  name: 'gate',
  key: 'gateId',
  log: 'gates',
  operations: [],
  fields: { gateName: f.text(9).stored(), state: f.choice(['open', 'shut']).stored() },
  filters: [],
  sortable: [],
  columns: [],
});

const lifeCycles = Object.values<unknown>(contract).filter(isLifeCycle);

it('makes each step an action with the declared body', () => {
  const { steps } = defineLifeCycle(gates, 'forbidden', {
    shut: { from: ['open'], to: 'shut', reason: 'required', confirm: { field: 'gateName', max: 5, problem: 'typedNameWrong' } },
    open: {
      from: ['shut'],
      to: 'open',
      reason: 'optional',
      body: z.object({ wide: z.boolean() }),
      access: { permission: 'manage:gate:move' },
    },
  });
  expect(steps.shut).toMatchObject({
    ...{ method: 'PUT', path: '/manage/gate/:id/shut', permission: 'manage:gate:shut', name: 'shut' },
    log: { title: 'gates', type: 'edit' },
  });
  expect(steps.open.permission).toBe('manage:gate:move');
  expect(steps.shut.body.safeParse({ reason: ' ', confirm: 'north' }).success).toBe(false);
  expect(steps.shut.body.safeParse({ reason: 'x'.repeat(201), confirm: 'north' }).success).toBe(false);
  expect(steps.shut.body.safeParse({ reason: 'x', confirm: 'northern' }).success).toBe(false);
  expect(steps.shut.body.parse({ reason: ' x ', confirm: 'north' })).toEqual({ reason: 'x', confirm: 'north' });
  expect(steps.open.body.parse({ wide: true })).toEqual({ wide: true });
});

it('refuses a step that contradicts itself', () => {
  const body = z.object({ reason: z.string() });
  const confirm = { field: 'gateName', max: 5, problem: 'typedNameWrong' } as const;
  const refusals = [
    [{ from: [] }, 'starts from no state'],
    [{ from: ['open'], to: 'open' }, 'leads from open to open'],
    [{ from: ['open'], access: 'signedIn' }, 'needs a permission'],
    [{ from: ['open'], immediate: true, reason: 'required', confirm }, 'runs without a dialog and asks for its reason and confirm'],
    [{ from: ['open'], reason: 'optional', body }, 'declares reason twice'],
    [{ from: ['open'], confirm, body: body.refine(() => true) }, 'refines its body, which loses this with a confirm'],
  ] as const;
  for (const [spec, message] of refusals)
    expect(() => defineLifeCycle(gates, 'forbidden', { shut: spec })).toThrow(`/manage/gate: the step shut ${message}`);
});

it('accepts only declared states, fields and keys', () => {
  // @ts-expect-error: no such state
  defineLifeCycle(gates, 'forbidden', { shut: { from: ['open'], to: 'closed' } });
  // @ts-expect-error: no such state
  defineLifeCycle(gates, 'forbidden', { shut: { from: ['closed'], to: 'shut' } });
  // @ts-expect-error: no such field
  defineLifeCycle(gates, 'forbidden', { shut: { from: ['open'], confirm: { field: 'name', max: 5, problem: 'typedNameWrong' } } });
  // @ts-expect-error: no such key
  defineLifeCycle(gates, 'forbidden', { shut: { from: ['open'], to: 'shut', secondPersn: 'forbidden' } });
});

it('has texts, problems and states for all declared steps', () => {
  expect(lifeCycles).toHaveLength(8);
  for (const lifeCycle of lifeCycles)
    for (const name of stepNames(lifeCycle)) {
      const { of, problem, steps } = lifeCycle;
      const step = steps[name];
      const states = step ? [...step.from, ...targetStates(step)] : [];
      for (const field of [`do.${name}`, `step.${name}`, ...states.map((state) => `state.${state}`)])
        expect(Object.keys(zhCN)).toContain(of.word(field));
      for (const each of [problem, step?.secondPerson, step?.confirm?.problem]) if (each) expect(problems).toHaveProperty(each);
    }
});
