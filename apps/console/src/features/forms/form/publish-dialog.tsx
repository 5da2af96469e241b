import { type Form, type FormChange, forms, publishForm } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { getQueryOptions, useAction } from '../../../data/api.ts';
import { shellServices } from '../../../data/hosts.ts';
import { asApiError } from '../../../data/refusal.ts';
import { useTranslations } from '../../../data/words.ts';
import { LoadingState } from '../../../ui/states.tsx';
import { ChangeList } from './change-list.tsx';
import './form.css';

/** Publishes the draft. Lists changes and data loss in answers; data loss requires consent. */
export function PublishDialog({ form, onClose }: { form: Form; onClose: () => void }) {
  const t = useTranslations();
  const { formId, formName, versionNo, version } = form;
  const changesQuery = useQuery({
    ...getQueryOptions<FormChange[]>(forms, `/${formId}/changes`),
    staleTime: 0,
    enabled: versionNo !== null,
  });
  const publish = useAction(publishForm, { ownErrors: true });
  const [note, setNote] = useState('');
  const [acceptsLoss, setAcceptsLoss] = useState(false);
  const losses = (changesQuery.data ?? []).filter(({ answerCount }) => answerCount > 0);
  const submit = async () => {
    try {
      const response = (await publish.mutateAsync({ id: formId, note: note || null, lossy: acceptsLoss, version })) as {
        versionNo: number;
      };
      shellServices.notify('success', t('tool.form.published', { versionNo: response.versionNo }));
      onClose();
    } catch (error) {
      const apiError = asApiError(error);
      if (!apiError) throw error;
      shellServices.notify('error', apiError.msg, apiError.detail);
      if (apiError.problem === 'formFieldsLost') void changesQuery.refetch();
    }
  };
  return (
    <Modal
      open
      title={t('tool.form.publishAsk', { name: formName })}
      okText={t('tool.form.do.publish')}
      cancelText={t('kit.cancel')}
      onOk={() => void submit()}
      onCancel={onClose}
      confirmLoading={publish.isPending}
      okButtonProps={{ disabled: losses.length > 0 && !acceptsLoss }}
    >
      <p>{versionNo === null ? t('tool.form.publishFirst') : t('tool.form.publishNext', { next: versionNo + 1 })}</p>
      {versionNo !== null && (changesQuery.data ? <ChangeList changes={changesQuery.data} /> : <LoadingState rows={2} />)}
      {losses.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="publish-loss"
          title={t('tool.form.publishLoss', { count: losses.length })}
          description={
            <Checkbox checked={acceptsLoss} onChange={({ target }) => setAcceptsLoss(target.checked)}>
              {t('tool.form.publishLossOk')}
            </Checkbox>
          }
        />
      )}
      <label htmlFor="publish-note">{t('tool.form.note')}</label>
      <Input.TextArea id="publish-note" rows={2} maxLength={200} value={note} onChange={({ target }) => setNote(target.value)} />
    </Modal>
  );
}
