import type { Page } from '@suyuan/contract';
import type { ListQuery } from './api.ts';

const compare = (one: unknown, other: unknown) =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one ?? '').localeCompare(String(other ?? ''));

/** A page past the end returns the last page. */
export function paginateRows<Row extends object>(rows: readonly Row[], { page, pageSize, orderBy, descending }: ListQuery): Page<Row> {
  const fieldOf = (row: Row) => row[orderBy as keyof Row];
  const ordered = orderBy ? rows.toSorted((one, other) => compare(fieldOf(one), fieldOf(other)) * (descending ? -1 : 1)) : rows;
  const size = Number(pageSize) || 10;
  const last = Math.max(1, Math.ceil(rows.length / size));
  const start = (Math.min(Math.max(1, Number(page) || 1), last) - 1) * size;
  return { rows: ordered.slice(start, start + size), total: rows.length };
}
