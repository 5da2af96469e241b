import { describe, expect, it } from 'vitest';
import { audited, f } from './field-kinds.ts';
import { defineResource } from './resource.ts';

const sample = {
  domain: 'manage',
  name: 'sample',
  key: 'sampleId',
  operations: ['list', 'read', 'add', 'edit'],
} as const;
const fields = {
  sampleCode: f.code(8, /^[A-Z]+$/).unique('postCodeTaken'),
  note: f.lines(20).optional(),
  status: f.flag().omittable().initially('0'),
  state: f.choice(['draft', 'done']).stored(),
  useCount: f.serverNumber(),
  ...audited,
};

describe('a resource declared by its fields', () => {
  const samples = defineResource({
    ...sample,
    fields,
    moreFilters: { within: f.number(0, 30) },
    filters: ['sampleCode', 'state', 'within', 'created'],
    sortable: ['sampleCode', 'createTime'],
    columns: ['sampleCode', 'state', 'useCount'],
    form: ['sampleCode', 'note', 'status'],
  });

  it('accepts as input what users may set, by the limits of the fields', () => {
    expect(Object.keys(samples.input.shape)).toEqual(['sampleCode', 'note', 'status', 'version']);
    expect(samples.input.parse({ sampleCode: ' AB ', note: ' ', useCount: 3 })).toEqual({ sampleCode: 'AB', note: null });
    const invalid = [
      {},
      { sampleCode: 'ab' },
      { sampleCode: 'ABCDEFGHI' },
      { sampleCode: 'A', status: '2' },
      { sampleCode: 'A', status: null },
    ];
    expect(invalid.filter((input) => samples.input.safeParse(input).success)).toEqual([]);
  });

  it('edits any subset of the input, by the key', () => {
    expect(samples.changes.parse({ sampleId: '7', note: 'x', version: 2 })).toEqual({ id: 7, fields: { note: 'x', version: 2 } });
  });

  it('has records with the key first, and no absent field', () => {
    expect(Object.keys(samples.record.shape)).toEqual([
      ...['sampleId', 'sampleCode', 'note', 'status', 'state', 'useCount'],
      ...['createBy', 'createTime', 'updateBy', 'updateTime', 'version'],
    ]);
    const record = {
      ...{ sampleId: 1, sampleCode: 'A', note: null, status: '0', state: 'draft', useCount: 0 },
      ...{ createBy: 'x', createTime: '2026-01-01 00:00:00', updateBy: null, updateTime: null, version: 1 },
    };
    expect(samples.record.parse(record)).toEqual(record);
    expect(samples.record.safeParse({ ...record, note: undefined }).success).toBe(false);
    expect(samples.record.safeParse({ ...record, state: 'gone' }).success).toBe(false);
  });

  it('filters by part of a text, by further values and by the time of creation', () => {
    expect(samples.filters.parse({ sampleCode: 'a', within: '3', beginTime: '2026-01-01' })).toEqual({
      ...{ sampleCode: 'a', within: 3, beginTime: '2026-01-01' },
    });
    expect(Object.keys(samples.filters.shape)).toEqual(['sampleCode', 'state', 'within', 'beginTime', 'endTime']);
  });

  it('replaces the filter of a field by a further filter of its name', () => {
    const moreFilters = { useCount: f.text(3) };
    const { filters } = defineResource({ ...sample, fields, moreFilters, filters: ['useCount'], sortable: [], columns: [] });
    expect(filters.parse({ useCount: ' >9 ' })).toEqual({ useCount: '>9' });
  });

  it('neither compiles nor starts with the name of a field that does not exist', () => {
    const lists = { filters: [], sortable: [], columns: [], form: [] } as const;
    const declarations = [
      // @ts-expect-error no such column
      () => defineResource({ ...sample, fields, ...lists, columns: ['absent'] }),
      // @ts-expect-error no such filter
      () => defineResource({ ...sample, fields, ...lists, filters: ['absent'] }),
      // @ts-expect-error no such order
      () => defineResource({ ...sample, fields, ...lists, sortable: ['absent'] }),
      // @ts-expect-error no such input
      () => defineResource({ ...sample, fields, ...lists, form: ['absent'] }),
    ];
    for (const declare of declarations) expect(declare).toThrow('manage.sample has no field absent');
  });

  it('neither compiles nor starts with a filter, an order or an input that is computed', () => {
    const lists = { filters: [], sortable: [], columns: [], form: [] } as const;
    const declarations = [
      // @ts-expect-error computed
      () => defineResource({ ...sample, fields, ...lists, filters: ['useCount'] }),
      // @ts-expect-error computed
      () => defineResource({ ...sample, fields, ...lists, sortable: ['useCount'] }),
      // @ts-expect-error computed
      () => defineResource({ ...sample, fields, ...lists, form: ['useCount'] }),
    ];
    for (const declare of declarations) expect(declare).toThrow('manage.sample.useCount is computed');
  });
});
