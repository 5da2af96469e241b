import { usePermissions } from '../../data/permission.tsx';
import { BATCHES_PATH } from './home-queries.ts';

const SCANS_PATH = '/manage/codeRecord';

type Filters = Record<string, string | undefined>;

/** Links from home's figures to their lists; undefined without permission. */
export function useFigureLinks() {
  const { hasPermi } = usePermissions();
  const ifPermitted = (permission: string, path: string) => (hasPermi(permission) ? path : undefined);
  return {
    /** The scans that a figure counts, which excludes inspections. */
    scans: (filters: Filters) => ifPermitted('manage:codeRecord:list', filteredPath(SCANS_PATH, { ...filters, inspection: '0' })),
    batches: (filters: Filters) => ifPermitted('manage:batch:list', filteredPath(BATCHES_PATH, filters)),
    cases: (state: 'open' | 'assigned') => ifPermitted('manage:codeCase:list', `/manage/codeCase?state=${state}`),
    expiries: ifPermitted('manage:expiry:list', '/manage/expiry'),
  };
}

const filteredPath = (path: string, filters: Filters) =>
  `${path}?${new URLSearchParams(Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined))}`;
