import { expect, it } from 'vitest';
import { paginateRows } from './api.ts';

const rows = [3, 1, 12, 2].map((loginTime) => ({ userName: `u${loginTime}`, loginTime }));
const names = (query: Parameters<typeof paginateRows>[1]) => paginateRows(rows, query).rows.map(({ userName }) => userName);

it('returns the requested page of rows, or the last page when the number is too high', () => {
  expect(paginateRows(rows, { page: '2', pageSize: '3' })).toEqual({ rows: [rows[3]], total: 4 });
  expect(names({ page: '9', pageSize: '3' })).toEqual(['u2']);
  expect(names({})).toEqual(['u3', 'u1', 'u12', 'u2']);
  expect(paginateRows([], { page: '2' })).toEqual({ rows: [], total: 0 });
});

it('sorts numbers numerically and texts alphabetically over all pages', () => {
  expect(names({ orderBy: 'loginTime', pageSize: '2' })).toEqual(['u1', 'u2']);
  expect(names({ orderBy: 'userName', descending: 'true', pageSize: '2' })).toEqual(['u3', 'u2']);
});
