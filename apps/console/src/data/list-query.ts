import { useSearchParams } from 'react-router';
import type { ListQuery } from './api.ts';

/** Filters, page and order of a list. They live in the address, so that a list can be sent as a link. */
export function useListQuery() {
  const [params, setParams] = useSearchParams();
  const query: ListQuery = Object.fromEntries(params);
  /** Changes some of them; a blank value clears. Anything but a change of page starts at page 1. `replace` leaves no step back. */
  const narrow = (changes: Record<string, unknown>, replace = false) => {
    const next: Record<string, unknown> = { ...query, page: undefined, ...changes };
    const kept = Object.entries(next).flatMap(([name, value]) => (value || value === 0 ? [[name, String(value)] as [string, string]] : []));
    setParams(kept, { replace });
  };
  return [query, narrow] as const;
}

/** Names in the address that are not filters. */
const PAGING = ['page', 'pageSize', 'orderBy', 'descending'] as const;

/** The filters of a list query, without page and order. */
export const filtersOf = (query: ListQuery): [name: string, value: string][] =>
  Object.entries(query).filter(([name]) => !(PAGING as readonly string[]).includes(name));
