import { type NoticeTop, notices } from '@suyuan/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { pageQueryOptions } from '../data/api.ts';
import { useDictionary } from '../data/dictionary.ts';
import { useTranslations } from '../data/i18n.ts';
import { usePermission } from '../data/permission.tsx';
import { request } from '../data/request.ts';
import { hasExtension } from '../data/server-info.ts';
import { LoadingState, QueryState } from '../ui/states.tsx';
import { NoticeRows } from './notice-rows.tsx';
import { topNotices } from './top-notices.tsx';

/** Page size, initial notice type, and the status of open notices. */
const PAGE_SIZE = 5;
const FIRST_TYPE = '1';
const OPEN = '0';

interface BellListProps {
  onRead: (noticeId: number) => void;
  onLeave: () => void;
}

/**
 * Notices below the bell. A RuoYi server with read marks returns its newest ones. Our server, and RuoYi without read marks, list them by
 * type.
 */
export default function BellList({ onRead, onLeave }: BellListProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const canManage = usePermission(notices.permission('edit'));
  const { data: top, isPending } = useQuery(topNotices);
  const unread = top?.unreadCount ?? 0;
  const markAllRead = useMutation({
    mutationFn: () => request('POST', `${notices.path}/markReadAll?ids=${unreadIds(top)}`),
    onSuccess: () => client.invalidateQueries({ queryKey: [notices.path] }),
  });
  if (!hasExtension('noticeStates') && isPending) return <LoadingState rows={3} />;
  return (
    <>
      {top && !hasExtension('noticeStates') ? <NewestNotices top={top} onRead={onRead} /> : <NoticesByType onRead={onRead} />}
      {(unread > 0 || canManage) && (
        <footer className="flex items-center justify-between gap-2 border-t border-line px-4 py-2">
          {unread > 0 && (
            <Button type="link" size="small" className="p-0!" loading={markAllRead.isPending} onClick={() => markAllRead.mutate()}>
              {t('system.notice.allRead')}
            </Button>
          )}
          {canManage && (
            <Link to="/system/notice" className="text-link py-px" onClick={onLeave}>
              {t('system.notice.seeAll')}
            </Link>
          )}
        </footer>
      )}
    </>
  );
}

/** Argument of `markReadAll`: a RuoYi server accepts only ids. */
const unreadIds = (top: NoticeTop | null | undefined) =>
  hasExtension('noticeStates') ? 'all' : (top?.data ?? []).flatMap(({ noticeId, isRead }) => (isRead ? [] : [noticeId])).join(',');

const NoNotices = ({ text }: { text: string }) => <p className="m-0 px-4 py-8 text-center text-muted">{text}</p>;

function NewestNotices({ top, onRead }: { top: NoticeTop; onRead: (noticeId: number) => void }) {
  const t = useTranslations();
  if (top.data.length === 0) return <NoNotices text={t('system.notice.none')} />;
  return <NoticeRows rows={top.data} showType onRead={onRead} />;
}

/** Notices of each type, five per page. Remounts at each opening, so that lists start at the first page. */
function NoticesByType({ onRead }: { onRead: (noticeId: number) => void }) {
  const t = useTranslations();
  const { options, isPending } = useDictionary('sys_notice_type');
  const { data: top } = useQuery(topNotices);
  const [type, setType] = useState(FIRST_TYPE);
  if (isPending) return <LoadingState rows={3} />;
  // a deleted type is still counted
  const usedTypes = new Set(top?.data.map(({ noticeType }) => noticeType));
  const deletedTypes = [...usedTypes].filter((used) => !options.some(({ value }) => value === used));
  const types = [...options, ...deletedTypes.map((value) => ({ value, label: value }))];
  return (
    <Tabs
      aria-label={t('system.notice.types')}
      activeKey={type}
      onChange={setType}
      size="small"
      classNames={{ header: 'm-0! px-4!' }}
      items={types.map(({ value, label }) => ({
        key: value,
        label,
        children: <NoticesOfType key={value} type={value} label={label} onRead={onRead} />,
      }))}
      destroyOnHidden
    />
  );
}

interface Row {
  noticeId: number;
  noticeTitle: string;
  noticeType: string;
  status: string;
  createTime: string;
  isRead?: boolean;
}

function NoticesOfType({ type, label, onRead }: { type: string; label: string; onRead: (noticeId: number) => void }) {
  const t = useTranslations();
  const client = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: [notices.path, 'bell', type],
    queryFn: ({ pageParam }) =>
      client.fetchQuery({
        ...pageQueryOptions<Row>(notices.path, { page: String(pageParam), pageSize: String(PAGE_SIZE), status: OPEN, noticeType: type }),
        staleTime: 0,
      }),
    initialPageParam: 1,
    // hidden once total <= pageNum * pageSize
    getNextPageParam: ({ total }, _pages, pageNum) => (total <= pageNum * PAGE_SIZE ? undefined : pageNum + 1),
    gcTime: 0,
    meta: { ownErrors: true },
  });
  if (!list.data) return <QueryState query={list} rows={3} />;
  // a RuoYi server does not filter by status
  const rows = list.data.pages.flatMap((page) => page.rows).filter(({ status }) => status === OPEN);
  if (rows.length === 0 && !list.hasNextPage) return <NoNotices text={t('system.notice.noneOfType', { type: label })} />;
  return (
    <NoticeRows rows={rows} onRead={onRead}>
      {list.hasNextPage && (
        <li className="text-center">
          <Button type="link" size="small" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('system.notice.more')}
          </Button>
        </li>
      )}
    </NoticeRows>
  );
}
