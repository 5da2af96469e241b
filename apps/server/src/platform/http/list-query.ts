import { int } from '@suyuan/contract';
import { z } from 'zod';

/** Maximum rows of a page. */
export const MAX_PAGE_SIZE = 500;

const isBlank = (value: unknown) => value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A list or scalar instead of the filters of an export: left for the schema to refuse. */
const isMalformedQuery = (query: unknown) => Array.isArray(query) || ['string', 'number', 'boolean'].includes(typeof query);

/** Merges RuoYi's `params[…]` into the filters and drops blank ones. */
function flatten(query: unknown): Record<string, unknown> {
  const { params, ...rest } = (query ?? {}) as Record<string, unknown>;
  const nested = params && typeof params === 'object' ? params : {};
  return Object.fromEntries(Object.entries({ ...rest, ...nested }).filter(([, value]) => !isBlank(value)));
}

/** Parses the filters of a list without paging or sorting. */
export const filterQuery = <Filters extends z.ZodObject>(filters: Filters) => z.preprocess(flatten, filters);

/** Clamps page numbers as RuoYi does, instead of refusing them. */
const clamp = (value: unknown, least: number, most: number, absent: number) => {
  const number = Number(value ?? absent);
  return Number.isFinite(number) ? Math.min(Math.max(Math.trunc(number), least), most) : absent;
};

/** For lists without sortable columns. */
export const unordered = z
  .string()
  .refine(() => false, { params: { word: 'issue.orderNone' } })
  .optional();

/**
 * Parses RuoYi's list query into filters and `paging`. `pageNum` from 1, `pageSize` 1 to 500, `orderByColumn` one of
 * `sortable`, `isAsc` in both spellings.
 */
export function listQuery(filters: z.ZodObject, sortable: readonly string[], defaultSize = 10) {
  const order = z.object({
    orderByColumn: sortable.length > 0 ? z.enum(sortable as [string, ...string[]]).optional() : unordered,
    isAsc: z.enum(['asc', 'desc', 'ascending', 'descending']).optional(),
    pageNum: int(1, 1e9).optional(),
    pageSize: int(1, MAX_PAGE_SIZE).optional(),
  });
  return z
    .preprocess((query) => {
      if (isMalformedQuery(query)) return query;
      const { pageNum, pageSize, ...flat } = flatten(query);
      return { ...flat, pageNum: clamp(pageNum, 1, 1e9, 1), pageSize: clamp(pageSize, 1, MAX_PAGE_SIZE, defaultSize) };
    }, filters.extend(order.shape))
    .transform(({ orderByColumn, isAsc, pageNum, pageSize, ...filterValues }) => ({
      ...filterValues,
      paging: {
        page: pageNum as number,
        pageSize: pageSize as number,
        orderBy: orderByColumn as string | undefined,
        descending: String(isAsc ?? 'asc').startsWith('desc'),
      },
    }));
}
