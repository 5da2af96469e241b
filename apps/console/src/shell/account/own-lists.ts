import type { OwnNotice, OwnSession, OwnSignIn } from '@suyuan/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../data/request.ts';

export const PAGE = 10;

export const listOf =
  <Row>(path: string) =>
  (page: number) =>
    queryOptions({
      queryKey: [path, page],
      queryFn: ({ signal }) =>
        request<{ rows: Row[]; total: number }>('GET', `${path}?pageNum=${page}&pageSize=${PAGE}`, undefined, { signal }),
      placeholderData: keepPreviousData,
      meta: { ownErrors: true },
    });

export const SESSIONS = '/account/session/list';
export const ownSessions = listOf<OwnSession>(SESSIONS);
export const ownSignIns = listOf<OwnSignIn>('/account/signIn/list');
export const ownNotices = listOf<OwnNotice>('/account/notice/list');
