import { notices, type RecordOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { editBody, recordQueryOptions, useSave } from '../../../data/api.ts';
import { shellServices } from '../../../data/hosts.ts';
import { usePermission } from '../../../data/permission.tsx';
import { asApiError } from '../../../data/refusal.ts';
import { useSaveShortcut } from '../../../data/save-key.ts';
import { useEditState } from '../../../data/use-edit-state.ts';
import { useTranslations } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { FooterBar } from '../../../ui/footer-bar.tsx';
import { StaleRecord } from '../../../ui/form-parts.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RichTextEditor } from '../../../ui/rich-text-editor.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { NoticeWindow } from './notice-modal.tsx';
import { PublishDrawer, type Terms } from './publish-drawer.tsx';
import './notice.css';

interface NoticeValues {
  noticeTitle: string;
  noticeContent: string;
}
type Notice = RecordOf<typeof notices>;

export function NoticeForm({ noticeId, current, onDone }: { noticeId: number | undefined; current: boolean; onDone: () => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<NoticeValues>();
  const [preview, setPreview] = useState(false);
  const [publishing, setPublishing] = useState(false);
  const save = useSave(notices);
  const canPublish = usePermission(notices.permission(noticeId === undefined ? 'add' : 'edit'));
  const noticeQuery = useQuery({ ...recordQueryOptions(notices, noticeId ?? 0), enabled: noticeId !== undefined, staleTime: 0, gcTime: 0 });
  const filledNotice = useRef<Notice>(undefined);
  const ready = noticeId === undefined || noticeQuery.data !== undefined;
  const fill = useCallback(
    (notice: Notice) => {
      filledNotice.current = notice;
      form.setFieldsValue({ noticeTitle: notice.noticeTitle, noticeContent: notice.noticeContent ?? '' });
    },
    [form],
  );
  const { dirty, setDirty, stale, setStale, reload } = useEditState(noticeQuery, fill);
  useTabTitle(current ? (noticeQuery.data?.noticeTitle ?? '') : undefined);

  useEffect(() => {
    if (noticeQuery.data && !dirty && filledNotice.current !== noticeQuery.data) fill(noticeQuery.data); // unsaved input stays
  }, [noticeQuery.data, dirty, fill]);

  const openPublishDrawer = () =>
    form.validateFields().then(
      () => setPublishing(true),
      () => form.focusField('noticeTitle'),
    );
  useSaveShortcut(current && ready && canPublish && !publishing, () => void openPublishDrawer());

  const publish = async (terms: Terms) => {
    setStale(false);
    const values = form.getFieldsValue();
    const body = { ...values, noticeContent: values.noticeContent || null, ...terms };
    try {
      const record = filledNotice.current ?? noticeQuery.data;
      await save.mutateAsync(record ? editBody(notices, record, body) : body);
      setDirty(false);
      shellServices.notify('success', t(terms.status === '1' ? 'system.notice.closed' : 'system.notice.published'));
      onDone();
    } catch (error) {
      const apiError = asApiError(error);
      if (!apiError) throw error;
      setPublishing(false);
      if (apiError.problem === 'recordStale') return setStale(true);
      if (apiError.field !== 'noticeTitle') return shellServices.notify('error', apiError.msg, apiError.detail);
      form.setFields([{ name: 'noticeTitle', errors: [apiError.msg] }]);
      form.focusField('noticeTitle');
    }
  };

  if (noticeQuery.error && !noticeQuery.data)
    return <ErrorState error={noticeQuery.error} onRetry={() => void noticeQuery.refetch()} listHref={notices.path} />;
  return (
    <>
      <PageHeader
        title={t(noticeId === undefined ? 'system.notice.write' : 'system.notice.change')}
        purpose={t('system.notice.formPurpose')}
      />
      {stale && <StaleRecord onLoad={reload} />}
      <section className="card notice-form">
        {!ready && <LoadingState rows={6} />}
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
        {canPublish && (
          <Button type="primary" onClick={() => void openPublishDrawer()} disabled={!ready}>
            {t('system.notice.publish')}
          </Button>
        )}
      </FooterBar>
      {preview && (
        <NoticeWindow
          notice={{
            noticeType: noticeQuery.data?.noticeType ?? '1',
            ...form.getFieldsValue(),
            noticeTitle: form.getFieldValue('noticeTitle') || t('system.notice'),
          }}
          onClose={() => setPreview(false)}
        />
      )}
      {publishing && (
        <PublishDrawer
          terms={noticeQuery.data}
          saving={save.isPending}
          onPublish={(terms) => void publish(terms)}
          onClose={() => setPublishing(false)}
        />
      )}
    </>
  );
}
