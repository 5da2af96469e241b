import { type InputOf, notices, type RecordOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Radio } from 'antd';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { editBody, recordQueryOptions, useSave } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useDictionary } from '../../../data/dictionary.ts';
import { useEditState, useSaveShortcut } from '../../../data/form-editing.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { FormField } from '../../../ui/field-kinds.tsx';
import { FooterBar, FormDrawer, StaleRecord } from '../../../ui/form-parts.tsx';
import { Page, PageHeader, useLeavePage, useTabTitle } from '../../../ui/page-header.tsx';
import { RichTextEditor } from '../../../ui/rich-text-editor.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { NoticeWindow } from './notice-modal.tsx';

type Terms = Pick<InputOf<typeof notices>, 'noticeType' | 'status'>;

interface PublishDrawerProps {
  terms: Partial<Terms> | undefined;
  hasContent: boolean;
  saving: boolean;
  onPublish: (terms: Terms) => void;
  onClose: () => void;
}

function PublishDrawer({ terms, hasContent, saving, onPublish, onClose }: PublishDrawerProps) {
  const t = useTranslations();
  const [form] = Form.useForm<Terms>();
  const { options, isPending } = useDictionary('sys_notice_type');
  const defaultType = options.find(({ isDefault }) => isDefault) ?? options[0];
  return (
    <FormDrawer
      size={560}
      title={t('system.notice.publishTitle')}
      onClose={onClose}
      okText={t('system.notice.publish')}
      busy={saving}
      disabled={isPending}
      onOk={() => form.submit()}
    >
      {isPending ? (
        <LoadingState rows={2} />
      ) : (
        <Form
          form={form}
          name="system-notice-publish"
          layout="vertical"
          initialValues={{ noticeType: terms?.noticeType ?? defaultType?.value, status: terms?.status ?? '0' }}
          onFinish={onPublish}
        >
          {!hasContent && <Alert type="warning" showIcon className="mb-4" title={t('system.notice.withoutContent')} />}
          <FormField
            of={notices}
            name="noticeType"
            control={<Radio.Group options={options.map(({ value, label }) => ({ value, label }))} optionType="button" />}
          />
          <FormField of={notices} name="status" radio inputProps={{ optionType: 'button' }} />
        </Form>
      )}
    </FormDrawer>
  );
}

interface NoticeValues {
  noticeTitle: string;
  noticeContent: string;
}
type Notice = RecordOf<typeof notices>;

function NoticeForm({ noticeId, current, onDone }: { noticeId: number | undefined; current: boolean; onDone: () => void }) {
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
  const heading = t(noticeId === undefined ? 'system.notice.write' : 'system.notice.change');
  const savedTitle = noticeQuery.data?.noticeTitle;
  useTabTitle(current ? (savedTitle ? `${heading} ${savedTitle}` : heading) : undefined);

  // before the form is painted: otherwise an early keystroke goes into an empty field and replaces the text
  useLayoutEffect(() => {
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
      <PageHeader title={heading} purpose={t('system.notice.formPurpose')} />
      {stale && <StaleRecord onLoad={reload} />}
      <section className="card p-4">
        {!ready && <LoadingState rows={6} />}
        <Form
          form={form}
          name={`system-notice-${noticeId ?? 'new'}`}
          layout="vertical"
          hidden={!ready}
          onValuesChange={() => setDirty(true)}
        >
          <FormField
            of={notices}
            name="noticeTitle"
            className="[&_.ant-form-item-label]:hidden!"
            extra={undefined}
            inputProps={{
              'aria-label': t('system.notice.noticeTitle'),
              placeholder: t('system.notice.titlePlaceholder'),
              showCount: true,
              size: 'large',
              classNames: { input: 'font-semibold!' },
            }}
          />
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
          hasContent={Boolean(form.getFieldValue('noticeContent'))}
          saving={save.isPending}
          onPublish={(terms) => void publish(terms)}
          onClose={() => setPublishing(false)}
        />
      )}
    </>
  );
}

/** `/system/notice/form` creates a notice, or edits `noticeId`. Input for one notice survives while another one is open. */
export default function NoticeFormPage() {
  const navigate = useNavigate();
  const leavePage = useLeavePage();
  const [search] = useSearchParams();
  const noticeIdParam = search.get('noticeId');
  // no notice has the ID 0
  const current = noticeIdParam === null ? undefined : /^\d{1,15}$/.test(noticeIdParam) ? Number(noticeIdParam) : 0;
  const [openIds, setOpenIds] = useState<(number | undefined)[]>([current]);
  /** Number of publications per notice, used as key to reset the form. */
  const [publishCounts, setPublishCounts] = useState<Record<string, number>>({});
  const keyOf = (noticeId: number | undefined) => String(noticeId ?? 'new');
  if (!openIds.includes(current)) setOpenIds([...openIds, current]);
  return (
    <Page>
      {openIds.map((noticeId) => (
        <div key={`${keyOf(noticeId)}-${publishCounts[keyOf(noticeId)] ?? 0}`} hidden={noticeId !== current}>
          <NoticeForm
            noticeId={noticeId}
            current={noticeId === current}
            onDone={() => {
              setPublishCounts({ ...publishCounts, [keyOf(noticeId)]: (publishCounts[keyOf(noticeId)] ?? 0) + 1 });
              // other notices may have input
              if (openIds.length > 1) void navigate('/system/notice');
              else leavePage('/system/notice');
            }}
          />
        </div>
      ))}
    </Page>
  );
}
