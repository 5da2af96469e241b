import { type NoticeReader, notices, type RecordOf } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Input, Modal, Select, type TableColumnType } from 'antd';
import { useState } from 'react';
import { type ListQuery, pageQueryOptions } from '../../../data/api.ts';
import { useDictionary } from '../../../data/dictionary.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { CodeBadge, columnOf, renderCell } from '../../../ui/columns.tsx';
import { DictionaryTag } from '../../../ui/dictionary-tag.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import NoticeModal from './notice-modal.tsx';

const FIELDS = ['userName', 'nickName', 'deptName', 'phonenumber', 'readTime'] as const satisfies (keyof NoticeReader)[];

/** Latest first. */
function ReadersDialog({ notice, onClose }: { notice: { noticeId: number; noticeTitle: string }; onClose: () => void }) {
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

type Notice = RecordOf<typeof notices>;

const noticeFormPath = (notice?: Notice) => `/system/notice/form${notice ? `?noticeId=${notice.noticeId}` : ''}`;

export default function NoticePage() {
  const t = useTranslations();
  const types = useDictionary('sys_notice_type');
  const [openNotice, setOpenNotice] = useState<Notice>();
  const [readers, setReaders] = useState<Notice>();
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`system.notice.status.${value}`) }));
  return (
    <>
      <ResourcePage
        resource={notices}
        purpose={hasExtension('noticeStates') ? undefined : t('system.notice.purpose.plain')}
        columns={[
          columnOf(notices, 'noticeTitle'),
          columnOf(notices, 'noticeType', (type) => <DictionaryTag type="sys_notice_type" value={type} />),
          columnOf(notices, 'status', (status) => <CodeBadge of={notices} field="status" value={status} />),
          columnOf(notices, 'createBy'),
          columnOf(notices, 'createTime'),
          columnOf(notices, 'updateTime'),
        ]}
        filters={
          <>
            <Form.Item name="noticeTitle" label={t('system.notice.noticeTitle')}>
              <Input allowClear maxLength={50} />
            </Form.Item>
            <Form.Item name="createBy" label={t('system.notice.createBy')}>
              <Input allowClear maxLength={30} />
            </Form.Item>
            <Form.Item name="noticeType" label={t('system.notice.noticeType')}>
              <Select options={types.options} allowClear />
            </Form.Item>
            {hasExtension('noticeStates') && (
              <Form.Item name="status" label={t('common.field.status')}>
                <Select options={statuses} allowClear />
              </Form.Item>
            )}
          </>
        }
        filterText={{ noticeType: (value) => types.label(value) }}
        formPath={noticeFormPath}
        onOpen={setOpenNotice}
        {...(hasExtension('noticeReaders') && {
          rowActions: (notice: Notice) => (
            <button type="button" className="row-link" onClick={() => setReaders(notice)}>
              {t('system.notice.readers')}
            </button>
          ),
        })}
      />
      {openNotice && <NoticeModal noticeId={openNotice.noticeId} onClose={() => setOpenNotice(undefined)} />}
      {readers && <ReadersDialog notice={readers} onClose={() => setReaders(undefined)} />}
    </>
  );
}
