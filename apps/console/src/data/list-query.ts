import { useSearchParams } from 'react-router';
import type { ListQuery } from './api.ts';

/** Filters, page and order are in the URL, so that a list can be shared as a link. */
export function useListQuery() {
  const [params, setParams] = useSearchParams();
  const query: ListQuery = Object.fromEntries(params);
  /** A blank value clears a filter. Any change except of the page resets to page 1. `replace` adds no history entry. */
  const updateQuery = (changes: Record<string, unknown>, replace = false) => {
    const next: Record<string, unknown> = { ...query, page: undefined, ...changes };
    const entries = Object.entries(next).flatMap(([name, value]) => (value || value === 0 ? [[name, String(value)] as [string, string]] : []));
    setParams(entries, { replace });
  };
  return [query, updateQuery] as const;
}

const PAGING = ['page', 'pageSize', 'orderBy', 'descending'] as const;

export const filterEntries = (query: ListQuery): [name: string, value: string][] =>
  Object.entries(query).filter(([name]) => !(PAGING as readonly string[]).includes(name));
