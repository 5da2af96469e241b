import type { OwnNotice, OwnSession, OwnSignIn } from '@suyuan/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../data/request.ts';

export const PAGE_SIZE = 10;

export const listQuery =
  <Row>(path: string) =>
  (page: number) =>
    queryOptions({
      queryKey: [path, page],
      queryFn: ({ signal }) =>
        request<{ rows: Row[]; total: number }>('GET', `${path}?pageNum=${page}&pageSize=${PAGE_SIZE}`, undefined, { signal }),
      placeholderData: keepPreviousData,
      meta: { ownErrors: true },
    });

export const SESSIONS_PATH = '/account/session/list';
export const sessionsQuery = listQuery<OwnSession>(SESSIONS_PATH);
export const signInsQuery = listQuery<OwnSignIn>('/account/signIn/list');
export const noticesQuery = listQuery<OwnNotice>('/account/notice/list');
