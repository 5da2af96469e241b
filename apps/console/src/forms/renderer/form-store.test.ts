import { emptyDoc, type FieldType, type FormDoc, type FormNode, specOf } from '@suyuan/forms';
import { describe, expect, it, vi } from 'vitest';
import { formStore } from './form-store.ts';

let serial = 100;
const nodeOf = (type: FieldType, name: string, overrides: Partial<FormNode> = {}): FormNode => ({
  ...{ id: ++serial, type, name, label: name, regList: [] },
  ...specOf(type).fresh(),
  ...overrides,
});
const docOf = (...fields: FormNode[]): FormDoc => ({ ...emptyDoc(), idSeq: serial, fields });

describe('form renderer', () => {
  it('validates text on blur and other fields immediately', () => {
    const [place, kind] = [nodeOf('input', 'place', { required: true }), nodeOf('number', 'kind')];
    const choice = nodeOf('select', 'choice', { options: [{ label: '甲', value: 'a' }] });
    const store = formStore(docOf(place, kind, choice));
    store.set(place, ['place'], '');
    expect(store.fault(['place'])).toBeUndefined();
    store.markTouched(['place']);
    expect(store.fault(['place'])).toMatchObject({ fault: 'required' });
    store.set(place, ['place'], '一号库');
    expect(store.fault(['place'])).toBeUndefined();
    store.set(choice, ['choice'], 'elsewhere');
    expect(store.fault(['choice'])).toMatchObject({ fault: 'choice' });
  });

  it('accepts a required file after its upload (defect 9)', () => {
    const photo = nodeOf('upload', 'photo', { required: true });
    const store = formStore(docOf(photo));
    expect(store.finish()).toMatchObject({ fault: { fault: 'requiredChoice' } });
    store.set(photo, ['photo'], [{ name: 'a.png', url: '/api/profile/upload/2026/01/01/0.png' }]);
    expect(store.fault(['photo'])).toBeUndefined();
    expect(store.finish()).toHaveProperty('answers.photo');
  });

  it('resets to the default values, not to loaded or later ones (defect 10)', () => {
    const [place, level] = [nodeOf('input', 'place', { defaultValue: '一号库' }), nodeOf('number', 'level')];
    const store = formStore(docOf(place, level), { place: '二号库', level: 7 });
    store.fill({ level: 9 });
    expect(store.answers()).toMatchObject({ place: '二号库', level: 9 });
    store.reset();
    expect(store.answers()).toMatchObject({ place: '一号库', level: null });
  });

  it('refuses to submit while a field is invalid, and opens the first one (defect 11)', () => {
    const late = nodeOf('input', 'late', { required: true });
    const tab = nodeOf('tab', 'tab', { children: [late] });
    const tabs = nodeOf('tabs', 'tabs', { children: [tab] });
    const store = formStore(docOf(tabs));
    const listener = vi.fn();
    store.subscribe(listener);
    expect(store.finish()).toMatchObject({ fault: { path: ['late'] } });
    expect([...store.revealed().ids]).toEqual(expect.arrayContaining([late.id, tab.id, tabs.id]));
    expect(listener).toHaveBeenCalled();
    expect(store.draft()).toEqual({ answers: {} });
  });

  it('keeps half a range as a draft, and refuses to submit it', () => {
    const time = nodeOf('range', 'time', { required: true });
    const store = formStore(docOf(time), { time: ['2026-02-01', ''] });
    expect(store.draft()).toEqual({ answers: { time: ['2026-02-01', ''] } });
    expect(store.finish()).toMatchObject({ fault: { fault: 'pairEnd', path: ['time'] } });
  });

  it('keeps the input of fields hidden by rules, and submits it only while they are visible', () => {
    const kind = nodeOf('input', 'kind');
    const why = nodeOf('input', 'why', { rules: { visible: { op: 'eq', args: [{ field: 'kind' }, { const: 'other' }] } } });
    const store = formStore(docOf(kind, why), { kind: 'other' });
    store.set(why, ['why'], '缺货');
    store.set(kind, ['kind'], 'usual');
    expect(store.fieldState(why.id).visible).toBe(false);
    expect(store.finish()).toEqual({ answers: { kind: 'usual' } });
    store.set(kind, ['kind'], 'other');
    expect(store.value(['why'], false)).toBe('缺货');
    expect(store.finish()).toEqual({ answers: { kind: 'other', why: '缺货' } });
  });

  it('computes within and over rows, and keeps row identities when neighbours are removed', () => {
    const price = nodeOf('number', 'price');
    const sum = nodeOf('number', 'sum', { rules: { value: { op: 'mul', args: [{ field: 'price' }, { const: 2 }] } } });
    const items = nodeOf('subtable', 'items', { children: [price, sum] });
    const total = nodeOf('number', 'total', { rules: { value: { op: 'sum', args: [{ field: 'items.sum' }] } } });
    const store = formStore(docOf(items, total));
    expect(store.rows(['items'])).toBe(store.rows(['items']));
    for (const [at, value] of [3, 4].entries()) {
      store.addRow(items, ['items']);
      store.set(price, ['items', at, 'price'], value);
    }
    expect(store.value(['items', 1, 'sum'], true)).toBe(8);
    expect(store.value(['total'], true)).toBe(14);
    const [, second] = store.rows(['items']);
    store.removeRow(['items'], 0);
    expect(store.rows(['items'])).toEqual([second]);
    expect(store.value(['total'], true)).toBe(8);
  });

  it('shows a server error at its field until the field changes', () => {
    const place = nodeOf('input', 'place');
    const store = formStore(docOf(place), { place: '甲' });
    store.setServerErrors(new Map([['place', '地点已登记']]));
    expect(store.fault(['place'])).toBe('地点已登记');
    store.set(place, ['place'], '乙');
    expect(store.fault(['place'])).toBeUndefined();
  });

  it('drops server errors of rows when one is removed, because the other rows get other paths', () => {
    const price = nodeOf('number', 'price');
    const items = nodeOf('subtable', 'items', { children: [price] });
    const store = formStore(docOf(items), { items: [{ price: 1 }, { price: 2 }, { price: 3 }] });
    store.setServerErrors(new Map([['items.1.price', '太低']]));
    expect(store.fault(['items', 1, 'price'])).toBe('太低');
    store.removeRow(['items'], 0);
    expect([0, 1].map((row) => store.fault(['items', row, 'price']))).toEqual([undefined, undefined]);
  });

  it('waits for pending uploads before it submits, also when one fails', async () => {
    const photo = nodeOf('upload', 'photo', { required: true });
    const store = formStore(docOf(photo));
    const uploadLater = async () => {
      await new Promise(setImmediate);
      store.set(photo, ['photo'], [{ name: 'a.png', url: '/api/profile/upload/2026/01/01/0.png' }]);
    };
    store.addPending(uploadLater());
    store.addPending(Promise.reject(new Error('lost')));
    await store.waitForPending();
    expect(store.finish()).toHaveProperty('answers.photo');
  });
});
