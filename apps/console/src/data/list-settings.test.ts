import { describe, expect, it } from 'vitest';
import { applyColumnLayout, readListSettings, viewQuery } from './list-settings.ts';

const columns = ['name', 'status', 'code', 'time'].map((key) => ({ key }));
const keys = (hidden: string[], order: string[]) => applyColumnLayout(columns, { hidden, order }).map(({ key }) => key);

describe('columns of a list', () => {
  it('follow the selected order, with the first column always first', () => {
    expect(keys([], ['time', 'name', 'status'])).toEqual(['name', 'time', 'status', 'code']);
  });

  it('omit hidden columns, but never the first', () => {
    expect(keys(['name', 'code'], [])).toEqual(['name', 'status', 'time']);
  });

  it('append columns of a later version and drop removed ones', () => {
    expect(keys(['gone'], ['time', 'gone', 'status'])).toEqual(['name', 'time', 'status', 'code']);
  });
});

describe('stored list settings', () => {
  it('store the filters and the order of a view, but not its page', () => {
    expect(viewQuery({ status: '1', page: '3', orderBy: 'name', pageSize: '20', code: '' })).toEqual({
      orderBy: 'name',
      pageSize: '20',
      status: '1',
    });
  });

  it('start with the default hidden columns of the page until the user changes them', () => {
    expect(readListSettings(null, ['device']).hidden).toEqual(['device']);
    expect(readListSettings('{"views":[],"first":"停用"}', ['device']).hidden).toEqual(['device']);
    expect(readListSettings('{"hidden":[]}', ['device']).hidden).toEqual([]);
  });

  it('fall back to the defaults when the stored text is invalid', () => {
    for (const text of [null, '', 'no json', '[]', '7', '{"views":"x","hidden":3}', '{"views":[null]}'])
      expect(readListSettings(text)).toMatchObject({ hidden: [], order: [], views: [] });
  });

  it('keep the valid parts of partly invalid settings', () => {
    const stored = { hidden: ['a', 1], first: '停用', views: [{ name: '停用', query: { status: '1', page: '2' } }, { name: 7 }] };
    expect(readListSettings(JSON.stringify(stored))).toEqual({
      hidden: ['a'],
      order: [],
      first: '停用',
      views: [{ name: '停用', query: { status: '1' }, hidden: [], order: [] }],
    });
  });
});
