import { type NoticeReader, notices } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input, Modal, type TableColumnType } from 'antd';
import { useState } from 'react';
import { type ListQuery, pageQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/words.ts';
import { renderCell } from '../../../ui/columns.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { EmptyState } from '../../../ui/states.tsx';

const FIELDS = ['userName', 'nickName', 'deptName', 'phonenumber', 'readTime'] as const satisfies (keyof NoticeReader)[];

/** Latest first. */
export function ReadersDialog({ notice, onClose }: { notice: { noticeId: number; noticeTitle: string }; onClose: () => void }) {
  const t = useTranslations();
  const [query, setQuery] = useState<ListQuery>({});
  const readersQuery: ListQuery = { ...query, noticeId: String(notice.noticeId) };
  const list = useQuery({ ...pageQueryOptions<Reader>(`${notices.path}/readUsers`, readersQuery), placeholderData: keepPreviousData });
  const columns: TableColumnType<Reader>[] = FIELDS.map((field) => ({
    key: field,
    dataIndex: field,
    title: t(`system.notice.${field}`),
    render: (value: unknown) => renderCell(field, value, false),
  }));
  const updateQuery = (changes: Record<string, unknown>) =>
    setQuery((previous) => {
      const next = { ...previous, page: undefined, ...changes };
      return Object.fromEntries(Object.entries(next).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
    });
  return (
    <Modal open width={900} footer={null} onCancel={onClose} title={t('system.notice.readersOf', { title: notice.noticeTitle })}>
      <div className="notice-reader-search">
        <Input.Search
          allowClear
          aria-label={t('system.notice.searchValue')}
          placeholder={t('system.notice.searchValue')}
          onSearch={(searchValue) => updateQuery({ searchValue: searchValue.trim() })}
        />
        {list.data && <span className="none">{t('system.notice.readCount', { count: list.data.total })}</span>}
      </div>
      <RecordTable<Reader>
        rowKey="userId"
        columns={columns}
        page={list.data}
        error={list.error}
        loading={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        query={query}
        updateQuery={updateQuery}
        empty={<EmptyState text={t(query.searchValue ? 'system.notice.nobodyFound' : 'system.notice.nobody')} />}
      />
    </Modal>
  );
}

type Reader = NoticeReader & Record<string, unknown>;
