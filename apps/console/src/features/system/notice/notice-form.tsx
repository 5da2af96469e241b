import { notices, type RecordOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { editBody, readOf, useSave } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { usePermission } from '../../../data/permission.tsx';
import { refusalOf } from '../../../data/refusal.ts';
import { useSaveKey } from '../../../data/save-key.ts';
import { useEditState } from '../../../data/use-edit-state.ts';
import { useWords } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { FooterBar } from '../../../ui/footer-bar.tsx';
import { StaleRecord } from '../../../ui/form-parts.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RichTextEditor } from '../../../ui/rich-text-editor.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { NoticeWindow } from './notice-modal.tsx';
import { PublishDrawer, type Terms } from './publish-drawer.tsx';
import './notice.css';

interface Written {
  noticeTitle: string;
  noticeContent: string;
}
type Notice = RecordOf<typeof notices>;

export function NoticeForm({ noticeId, current, onDone }: { noticeId: number | undefined; current: boolean; onDone: () => void }) {
  const t = useWords();
  const [form] = Form.useForm<Written>();
  const [preview, setPreview] = useState(false);
  const [publishing, setPublishing] = useState(false);
  const save = useSave(notices);
  const mayPublish = usePermission(notices.permission(noticeId === undefined ? 'add' : 'edit'));
  const known = useQuery({ ...readOf(notices, noticeId ?? 0), enabled: noticeId !== undefined, staleTime: 0, gcTime: 0 });
  const laid = useRef<Notice>(undefined);
  const ready = noticeId === undefined || known.data !== undefined;
  const fill = useCallback(
    (notice: Notice) => {
      laid.current = notice;
      form.setFieldsValue({ noticeTitle: notice.noticeTitle, noticeContent: notice.noticeContent ?? '' });
    },
    [form],
  );
  const { dirty, setDirty, stale, setStale, reload } = useEditState(known, fill);
  useTabTitle(current ? (known.data?.noticeTitle ?? '') : undefined);

  useEffect(() => {
    if (known.data && !dirty && laid.current !== known.data) fill(known.data); // unsaved input stays
  }, [known.data, dirty, fill]);

  const ask = () =>
    form.validateFields().then(
      () => setPublishing(true),
      () => form.focusField('noticeTitle'),
    );
  useSaveKey(current && ready && mayPublish && !publishing, () => void ask());

  const publish = async (terms: Terms) => {
    setStale(false);
    const written = form.getFieldsValue();
    const body = { ...written, noticeContent: written.noticeContent || null, ...terms };
    try {
      const record = laid.current ?? known.data;
      await save.mutateAsync(record ? editBody(notices, record, body) : body);
      setDirty(false);
      hosts.tell('success', t(terms.status === '1' ? 'system.notice.closed' : 'system.notice.published'));
      onDone();
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      setPublishing(false);
      if (refusal.problem === 'recordStale') return setStale(true);
      if (refusal.field !== 'noticeTitle') return hosts.tell('error', refusal.msg, refusal.detail);
      form.setFields([{ name: 'noticeTitle', errors: [refusal.msg] }]);
      form.focusField('noticeTitle');
    }
  };

  if (known.error && !known.data) return <Failed error={known.error} onRetry={() => void known.refetch()} back={notices.path} />;
  return (
    <>
      <PageHeader
        title={t(noticeId === undefined ? 'system.notice.write' : 'system.notice.change')}
        purpose={t('system.notice.formPurpose')}
      />
      {stale && <StaleRecord onLoad={reload} />}
      <section className="card notice-form">
        {!ready && <Waiting rows={6} />}
        <Form
          form={form}
          name={`system-notice-${noticeId ?? 'new'}`}
          layout="vertical"
          hidden={!ready}
          onValuesChange={() => setDirty(true)}
        >
          <Field of={notices} name="noticeTitle" className="notice-form-title" extra={undefined}>
            <Input
              aria-label={t('system.notice.noticeTitle')}
              placeholder={t('system.notice.titlePlaceholder')}
              maxLength={50}
              showCount
              size="large"
            />
          </Field>
          <Form.Item name="noticeContent" noStyle>
            <RichTextEditor height={420} label={t('system.notice.noticeContent')} placeholder={t('system.notice.contentPlaceholder')} />
          </Form.Item>
        </Form>
      </section>
      <FooterBar>
        <Button onClick={() => setPreview(true)} disabled={!ready}>
          {t('system.notice.preview')}
        </Button>
        {mayPublish && (
          <Button type="primary" onClick={() => void ask()} disabled={!ready}>
            {t('system.notice.publish')}
          </Button>
        )}
      </FooterBar>
      {preview && (
        <NoticeWindow
          notice={{
            noticeType: known.data?.noticeType ?? '1',
            ...form.getFieldsValue(),
            noticeTitle: form.getFieldValue('noticeTitle') || t('system.notice'),
          }}
          onClose={() => setPreview(false)}
        />
      )}
      {publishing && (
        <PublishDrawer
          terms={known.data}
          saving={save.isPending}
          onPublish={(terms) => void publish(terms)}
          onClose={() => setPublishing(false)}
        />
      )}
    </>
  );
}
