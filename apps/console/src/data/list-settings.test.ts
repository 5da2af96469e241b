import { describe, expect, it } from 'vitest';
import { applyColumnLayout, readListSettings, viewQuery } from './list-settings.ts';

const columns = ['name', 'status', 'code', 'time'].map((key) => ({ key }));
const keys = (hidden: string[], order: string[]) => applyColumnLayout(columns, { hidden, order }).map(({ key }) => key);

describe('the columns of a list', () => {
  it('stand in the order that was chosen, the first before all', () => {
    expect(keys([], ['time', 'name', 'status'])).toEqual(['name', 'time', 'status', 'code']);
  });

  it('leave out what was hidden, but never the first', () => {
    expect(keys(['name', 'code'], [])).toEqual(['name', 'status', 'time']);
  });

  it('put columns that came with a later version at the end, and forget those that are gone', () => {
    expect(keys(['gone'], ['time', 'gone', 'status'])).toEqual(['name', 'time', 'status', 'code']);
  });
});

describe('what a browser keeps of a list', () => {
  it('holds a view by its filters and order, not by its page', () => {
    expect(viewQuery({ status: '1', page: '3', orderBy: 'name', pageSize: '20', code: '' })).toEqual({
      orderBy: 'name',
      pageSize: '20',
      status: '1',
    });
  });

  it('begins with the columns that the page hides at first, until somebody arranges them', () => {
    expect(readListSettings(null, ['device']).hidden).toEqual(['device']);
    expect(readListSettings('{"views":[],"first":"停用"}', ['device']).hidden).toEqual(['device']);
    expect(readListSettings('{"hidden":[]}', ['device']).hidden).toEqual([]);
  });

  it('is as if nothing were kept where it cannot be read', () => {
    for (const text of [null, '', 'no json', '[]', '7', '{"views":"x","hidden":3}', '{"views":[null]}'])
      expect(readListSettings(text)).toMatchObject({ hidden: [], order: [], views: [] });
  });

  it('keeps what is well formed beside what is not', () => {
    const stored = { hidden: ['a', 1], first: '停用', views: [{ name: '停用', query: { status: '1', page: '2' } }, { name: 7 }] };
    expect(readListSettings(JSON.stringify(stored))).toEqual({
      hidden: ['a'],
      order: [],
      first: '停用',
      views: [{ name: '停用', query: { status: '1' }, hidden: [], order: [] }],
    });
  });
});
