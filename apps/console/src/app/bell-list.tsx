import { notices } from '@suyuan/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { pageOf } from '../kit/api.ts';
import { useDict } from '../kit/dict.ts';
import { usePermission } from '../kit/permission.tsx';
import { request } from '../kit/request.ts';
import { Failed, Waiting } from '../kit/states.tsx';
import { TimeText } from '../kit/times.tsx';
import { useWords } from '../kit/words.ts';
import './bell.css';

/** Rows of one page, the type that is shown first, and the status of what is open (specification §9). */
const PAGE_SIZE = 5;
const FIRST_TYPE = '1';
const OPEN = '0';

interface Row {
  noticeId: number;
  noticeTitle: string;
  createTime: string;
  /** Absent on back ends that do not note it. */
  isRead?: boolean;
}

interface BellListProps {
  unread: number;
  onRead: (noticeId: number) => void;
  onLeave: () => void;
}

/** The notices of one type, five at a time; mounted anew at each opening, so that each begins at its first page. */
export default function BellList({ unread, onRead, onLeave }: BellListProps) {
  const t = useWords();
  const client = useQueryClient();
  const { options, isPending } = useDict('sys_notice_type');
  const [type, setType] = useState(FIRST_TYPE);
  const keeps = usePermission(notices.permission('edit'));
  const allRead = useMutation({
    mutationFn: () => request('POST', `${notices.path}/markReadAll?ids=all`),
    onSuccess: () => client.invalidateQueries({ queryKey: [notices.path] }),
  });
  if (isPending) return <Waiting rows={3} />;
  return (
    <>
      <Tabs
        aria-label={t('system.notice.types')}
        activeKey={type}
        onChange={setType}
        size="small"
        items={options.map(({ value, label }) => ({
          key: value,
          label,
          children: <OfType key={value} type={value} label={label} onRead={onRead} />,
        }))}
        destroyOnHidden
      />
      {(unread > 0 || keeps) && (
        <footer className="bell-foot">
          {unread > 0 && (
            <Button type="link" size="small" loading={allRead.isPending} onClick={() => allRead.mutate()}>
              {t('system.notice.allRead')}
            </Button>
          )}
          {keeps && (
            <Link to="/system/notice" className="row-link" onClick={onLeave}>
              {t('system.notice.seeAll')}
            </Link>
          )}
        </footer>
      )}
    </>
  );
}

function OfType({ type, label, onRead }: { type: string; label: string; onRead: (noticeId: number) => void }) {
  const t = useWords();
  const client = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: [notices.path, 'bell', type],
    queryFn: ({ pageParam }) =>
      client.fetchQuery({
        ...pageOf<Row>(notices.path, { page: String(pageParam), pageSize: String(PAGE_SIZE), status: OPEN, noticeType: type }),
        staleTime: 0,
      }),
    initialPageParam: 1,
    // hidden once total <= pageNum * pageSize
    getNextPageParam: ({ total }, _pages, pageNum) => (total <= pageNum * PAGE_SIZE ? undefined : pageNum + 1),
    gcTime: 0,
    meta: { ownErrors: true },
  });
  if (list.error && !list.data) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Waiting rows={3} />;
  const rows = list.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <p className="bell-none">{t('system.notice.noneOfType', { type: label })}</p>;
  return (
    <ul className="bell-rows">
      {rows.map(({ noticeId, noticeTitle, createTime, isRead }) => (
        <li key={noticeId}>
          <button type="button" onClick={() => onRead(noticeId)}>
            <span className={isRead === false ? 'bell-title bell-unread' : 'bell-title'}>
              {isRead === false && <span className="unseen">{t('system.notice.unread')}</span>}
              {noticeTitle}
            </span>
            <TimeText value={createTime} />
          </button>
        </li>
      ))}
      {list.hasNextPage && (
        <li className="bell-more">
          <Button type="link" size="small" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('system.notice.more')}
          </Button>
        </li>
      )}
    </ul>
  );
}
