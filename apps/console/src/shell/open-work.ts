import type { OpenWork, OpenWorkKind } from '@suyuan/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { takePrefetchedData } from '../data/prefetch.ts';
import { request } from '../data/request.ts';
import { hasExtension } from '../data/server-info.ts';
import { OPEN_WORK_PATH } from './home/home-queries.ts';
import type { MenuNode } from './routes.ts';

const REFETCH_INTERVAL_MS = 60_000;

/** What waits for the user. Menu and home share one request. */
export const openWorkQuery = queryOptions({
  queryKey: [OPEN_WORK_PATH],
  queryFn: ({ signal }) => request<OpenWork>('GET', OPEN_WORK_PATH, undefined, { signal }),
  initialData: () => takePrefetchedData<OpenWork>(OPEN_WORK_PATH),
  meta: { ownErrors: true },
  refetchInterval: REFETCH_INTERVAL_MS,
  staleTime: 0,
});

/** The list that shows all work of a kind. */
export const openWorkLists: Record<OpenWorkKind, string> = {
  batchApproval: '/manage/batch?state=pending',
  batchIssue: '/manage/batch?state=approved',
  batchReturned: '/manage/batch?state=draft',
  supplementApproval: '/manage/batch',
  supplierApproval: '/manage/supplier?state=pending',
  supplierReturned: '/manage/supplier?state=draft',
  dealerApproval: '/manage/channelBusiness?state=pending',
  dealerReturned: '/manage/channelBusiness?state=draft',
  traceVerification: '/manage/traceability?state=submitted',
  traceReturned: '/manage/traceability?state=draft',
  scanCase: '/manage/codeCase?unhandled=1',
  ownCase: '/manage/codeCase?mine=1',
  printRelease: '/manage/handover?state=pending',
  printReady: '/manage/handover?state=ready',
  shipmentReceipt: '/manage/dispatch?state=shipped',
  supplierPaper: '/manage/expiry',
  dealerContract: '/manage/expiry?kind=dealerContract',
};

export type CountOf = (node: MenuNode) => number;

/** Open work at a menu entry, or at all entries of a group. Zero on a server without it. */
export function useOpenWorkCounts(): CountOf {
  const { data } = useQuery({ ...openWorkQuery, enabled: hasExtension('openWork') });
  const countByPath = new Map<string, number>();
  for (const [kind, count] of Object.entries(data?.counts ?? {})) {
    // a newer server may have other kinds
    const path = openWorkLists[kind as OpenWorkKind]?.split('?')[0] ?? '';
    countByPath.set(path, (countByPath.get(path) ?? 0) + count);
  }
  const countOf: CountOf = ({ path, children }) => children.reduce((sum, child) => sum + countOf(child), countByPath.get(path) ?? 0);
  return countOf;
}

/** Counts are exact below 100. */
export const countLabel = (count: number) => (count > 99 ? '99+' : String(count));
