import type { OwnNotice, OwnSession, OwnSignIn, SessionUser, Translate } from '@suyuan/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Pagination, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { useListQuery } from '../../data/api.ts';
import { UNKNOWN_CLIENT } from '../../data/display-names.ts';
import { fetchEnvelope, request } from '../../data/request.ts';
import { EmptyState, QueryState } from '../../ui/states.tsx';

interface AccountTab {
  key: string;
  label: ReactNode;
  children: ReactNode;
}

/** @param initialKey tab without a choice of the user; by default the first */
export function AccountTabs({ items, initialKey = items[0]?.key ?? '' }: { items: AccountTab[]; initialKey?: string | undefined }) {
  const [{ tab }, updateQuery] = useListQuery();
  const activeKey = items.some(({ key }) => key === tab) ? String(tab) : initialKey;
  return (
    <section className="card min-w-0 px-6 pt-1 pb-6 max-sm:px-4">
      <Tabs activeKey={activeKey} items={items} destroyOnHidden onChange={(key) => updateQuery({ tab: key }, true)} />
    </section>
  );
}

export interface Profile {
  data: SessionUser;
  /** Names of the roles, joined. */
  roleGroup: string;
  /** Names of the posts, joined. */
  postGroup?: string;
}

/** `GET /system/user/profile`; its response has fields next to `data`. */
export const profileQuery = queryOptions({
  queryKey: ['/system/user/profile'],
  queryFn: ({ signal }) => fetchEnvelope<Profile>('GET', '/system/user/profile', undefined, { signal }),
  meta: { ownErrors: true },
});

/** `Chrome120` with a space before the version. */
const withVersionSpace = (name: string) => name.replace(/(\D)(\d+)$/, '$1 $2');

/** Browser and system, if recognised. */
export function clientLabel(t: Translate, { browser, os }: { browser: string; os: string }): string {
  const names = [browser, os].filter((name) => name && name !== UNKNOWN_CLIENT).map(withVersionSpace);
  return names.length > 0 ? names.join(' · ') : t('account.session.unknown');
}

export const locationLabel = ({ loginLocation, ipaddr }: { loginLocation: string; ipaddr: string }): string =>
  [loginLocation, ipaddr].filter(Boolean).join(' ');

const PAGE_SIZE = 10;

const listQuery =
  <Row,>(path: string) =>
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

/** Purpose of a list, and an action for all rows. */
export const AccountListHead = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <p className="m-0 text-muted">{text}</p>
    {children}
  </div>
);

interface AccountRowProps {
  icon?: ReactNode;
  name: ReactNode;
  facts: ReactNode;
  /** At the end of the row. */
  children?: ReactNode;
}

export const AccountRow = ({ icon, name, facts, children }: AccountRowProps) => (
  <li className="flex items-center gap-4 border-t border-line py-3 max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-1">
    {icon}
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">{name}</div>
      <div className="flex flex-wrap gap-x-4 text-xs/5 text-muted">{facts}</div>
    </div>
    {children}
  </li>
);

interface AccountListProps<Row> {
  label: string;
  query: ReturnType<typeof listQuery<Row>>;
  row: (row: Row) => ReactNode;
  empty: string;
  /** Rendered above the rows, unless there are none. */
  head?: (rows: Row[], total: number) => ReactNode;
}

export function AccountList<Row>({ label, query, row, empty, head }: AccountListProps<Row>) {
  const [page, setPage] = useState(1);
  const list = useQuery(query(page));
  if (!list.data) return <QueryState query={list} rows={5} />;
  const { rows, total } = list.data;
  if (total === 0) return <EmptyState text={empty} />;
  return (
    <>
      {head?.(rows, total)}
      <ul className="m-0 list-none p-0" aria-label={label}>
        {rows.map(row)}
      </ul>
      {total > PAGE_SIZE && (
        <Pagination
          className="mt-4!"
          align="end"
          current={page}
          pageSize={PAGE_SIZE}
          total={total}
          showSizeChanger={false}
          onChange={setPage}
          size="small"
        />
      )}
    </>
  );
}
