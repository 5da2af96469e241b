import { notices, type RecordOf } from '@suyuan/contract';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useDictionary } from '../../../data/dictionary.ts';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { DictionaryTag } from '../../../ui/dictionary-tag.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import NoticeModal from './notice-modal.tsx';
import { ReadersDialog } from './readers-dialog.tsx';

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
