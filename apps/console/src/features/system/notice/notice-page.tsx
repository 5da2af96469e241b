import { type NoticeReader, noticeReaders, notices, type RecordOf } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input, type TableColumnType } from 'antd';
import { useState } from 'react';
import { endpointQueryOptions, useLocalListQuery } from '../../../data/api.ts';
import { useDictionary } from '../../../data/dictionary.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { DictionaryTag } from '../../../ui/dictionary-tag.tsx';
import { MountedModal } from '../../../ui/form-parts.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { Select, useInputClear } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { UserName } from '../../../ui/user-name.tsx';
import NoticeModal from './notice-modal.tsx';

const FIELDS = ['userName', 'nickName', 'deptName', 'phonenumber', 'readTime'] as const satisfies (keyof NoticeReader)[];

/** Latest first. */
function ReadersDialog({ notice, onClose }: { notice: { noticeId: number; noticeTitle: string }; onClose: () => void }) {
  const t = useTranslations();
  const inputClear = useInputClear();
  const [query, updateQuery] = useLocalListQuery();
  const list = useQuery({
    ...endpointQueryOptions(noticeReaders, { ...query, noticeId: notice.noticeId }),
    placeholderData: keepPreviousData,
  });
  const columns: TableColumnType<NoticeReader>[] = FIELDS.map((field) => ({
    key: field,
    dataIndex: field,
    title: t(`system.notice.${field}`),
    render: (value: string | null) => (field === 'readTime' ? <TimeText value={value} /> : value || <span className="text-muted">—</span>),
  }));
  return (
    <MountedModal width={900} footer={null} onCancel={onClose} title={t('system.notice.readersOf', { title: notice.noticeTitle })}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Input.Search
          allowClear={inputClear}
          className="max-w-70!"
          aria-label={t('system.notice.searchValue')}
          placeholder={t('system.notice.searchValue')}
          onSearch={(searchValue) => updateQuery({ searchValue: searchValue.trim() })}
        />
        {list.data && <span className="text-muted">{t('system.notice.readCount', { count: list.data.total })}</span>}
      </div>
      <RecordTable<NoticeReader>
        rowKey="userId"
        columns={columns}
        list={list}
        query={query}
        updateQuery={updateQuery}
        empty={<EmptyState text={t(query.searchValue ? 'system.notice.nobodyFound' : 'system.notice.nobody')} />}
      />
    </MountedModal>
  );
}

type Notice = RecordOf<typeof notices>;

const noticeFormPath = (notice?: Notice) => `/system/notice/form${notice ? `?noticeId=${notice.noticeId}` : ''}`;

export default function NoticePage() {
  const t = useTranslations();
  const types = useDictionary('sys_notice_type');
  const [openNotice, setOpenNotice] = useState<Notice>();
  const [readers, setReaders] = useState<Notice>();
  return (
    <>
      <ResourcePage
        resource={notices}
        purpose={hasExtension('noticeStates') ? undefined : t('system.notice.purpose.plain')}
        cells={{
          noticeType: (type) => <DictionaryTag type="sys_notice_type" value={type} />,
          createBy: (login) => (login ? <UserName login={login} /> : t('kit.system')),
        }}
        filterControls={{
          noticeType: <Select options={types.options} allowClear />,
          ...(!hasExtension('noticeStates') && { status: false }), // RuoYi does not filter by it
        }}
        filterText={{ noticeType: (value) => types.label(value) }}
        formPath={noticeFormPath}
        onOpen={setOpenNotice}
        {...(hasExtension('noticeReaders') && {
          moreActions: (notice: Notice) => [{ key: 'readers', label: t('system.notice.readers'), onClick: () => setReaders(notice) }],
        })}
      />
      {openNotice && <NoticeModal noticeId={openNotice.noticeId} onClose={() => setOpenNotice(undefined)} />}
      {readers && <ReadersDialog notice={readers} onClose={() => setReaders(undefined)} />}
    </>
  );
}
