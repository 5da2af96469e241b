import { useRights } from '../../data/permission.tsx';
import { BATCHES } from './asks.ts';

const RECORDS = '/manage/codeRecord';

type Filters = Record<string, string | undefined>;

/** Links from home's figures to their lists; undefined without permission. */
export function useBehind() {
  const { hasPermi } = useRights();
  const seen = (permission: string, path: string) => (hasPermi(permission) ? path : undefined);
  return {
    /** The scans that a figure counts, which excludes inspections. */
    scans: (filters: Filters) => seen('manage:codeRecord:list', narrowed(RECORDS, { ...filters, inspection: '0' })),
    batches: (filters: Filters) => seen('manage:batch:list', narrowed(BATCHES, filters)),
    cases: seen('manage:codeCase:list', '/manage/codeCase?unjudged=1'),
    expiries: seen('manage:expiry:list', '/manage/expiry'),
  };
}

const narrowed = (path: string, filters: Filters) =>
  `${path}?${new URLSearchParams(Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined))}`;
