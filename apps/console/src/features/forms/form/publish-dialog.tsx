import { type Form, type FormChange, forms, publishForm } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { getOf, useAction } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { refusalOf } from '../../../data/refusal.ts';
import { useWords } from '../../../data/words.ts';
import { Waiting } from '../../../ui/states.tsx';
import { ChangeList } from './change-list.tsx';
import './form.css';

/** Publishes the draft. Lists changes and data loss in answers; data loss requires consent. */
export function PublishDialog({ form, onClose }: { form: Form; onClose: () => void }) {
  const t = useWords();
  const { formId, formName, versionNo, version } = form;
  const read = useQuery({ ...getOf<FormChange[]>(forms, `/${formId}/changes`), staleTime: 0, enabled: versionNo !== null });
  const publish = useAction(publishForm, { ownErrors: true });
  const [note, setNote] = useState('');
  const [consent, setConsent] = useState(false);
  const losses = (read.data ?? []).filter(({ answerCount }) => answerCount > 0);
  const send = async () => {
    try {
      const answer = (await publish.mutateAsync({ id: formId, note: note || null, lossy: consent, version })) as { versionNo: number };
      hosts.tell('success', t('tool.form.published', { versionNo: answer.versionNo }));
      onClose();
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      hosts.tell('error', refusal.msg, refusal.detail);
      if (refusal.problem === 'formFieldsLost') void read.refetch();
    }
  };
  return (
    <Modal
      open
      title={t('tool.form.publishAsk', { name: formName })}
      okText={t('tool.form.do.publish')}
      cancelText={t('kit.cancel')}
      onOk={() => void send()}
      onCancel={onClose}
      confirmLoading={publish.isPending}
      okButtonProps={{ disabled: losses.length > 0 && !consent }}
    >
      <p>{versionNo === null ? t('tool.form.publishFirst') : t('tool.form.publishNext', { next: versionNo + 1 })}</p>
      {versionNo !== null && (read.data ? <ChangeList changes={read.data} /> : <Waiting rows={2} />)}
      {losses.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="publish-loss"
          title={t('tool.form.publishLoss', { count: losses.length })}
          description={
            <Checkbox checked={consent} onChange={({ target }) => setConsent(target.checked)}>
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
