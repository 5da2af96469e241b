import { type Form, type FormChange, formChanges, formLifeCycle } from '@suyuan/contract';
import { type DocChange, lostFieldNames } from '@suyuan/forms';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { endpointQueryOptions, useCall } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { MountedModal } from '../../../ui/form-parts.tsx';
import { useLifeCycle } from '../../../ui/life-cycle.ts';
import { LoadingState } from '../../../ui/states.tsx';

export function OpenSpan({ form: { openTime, closeTime } }: { form: Pick<Form, 'openTime' | 'closeTime'> }) {
  const t = useTranslations();
  if (!openTime && !closeTime) return <span className="text-muted">{t('tool.form.always')}</span>;
  const parts = [
    openTime && t('tool.form.from', { time: openTime.slice(0, 16) }),
    closeTime && t('tool.form.until', { time: closeTime.slice(0, 16) }),
  ];
  return <span className="tabular-nums">{parts.filter(Boolean).join(' ')}</span>;
}

/** Changes since the previous version; data loss is highlighted. */
export function ChangeList({ changes }: { changes: readonly (FormChange | DocChange)[] }) {
  const t = useTranslations();
  const changeText = (change: DocChange) => {
    if (change.change === 'settings' || change.change === 'arranged') return t(`tool.form.change.${change.change}`);
    if (change.change === 'retyped')
      return t('tool.form.change.retyped', {
        label: change.label,
        from: t(`tool.build.type.${change.from}`),
        to: t(`tool.build.type.${change.to}`),
      });
    return t(`tool.form.change.${change.change}`, { to: '', ...change });
  };
  if (changes.length === 0) return <p className="text-muted">{t('tool.form.noChanges')}</p>;
  return (
    <ul className="mt-2 mb-0 ps-5">
      {changes.map((each) => {
        const { change, answerCount } = 'answerCount' in each ? each : { change: each, answerCount: 0 };
        return (
          <li key={JSON.stringify(change)} className={lostFieldNames(change).length > 0 ? 'text-danger' : undefined}>
            {changeText(change)}
            {answerCount > 0 && ` · ${t('tool.form.change.answers', { count: answerCount })}`}
          </li>
        );
      })}
    </ul>
  );
}

/** Publishes the draft. Lists changes and data loss in answers; data loss requires consent. */
function PublishDialog({ form, onClose }: { form: Form; onClose: () => void }) {
  const t = useTranslations();
  const { formId, formName, versionNo, version } = form;
  const changesQuery = useQuery({
    ...endpointQueryOptions(formChanges, { id: formId }),
    staleTime: 0,
    enabled: versionNo !== null,
  });
  const publish = useCall(formLifeCycle.steps.publish, { ownErrors: true });
  const [note, setNote] = useState('');
  const [acceptsLoss, setAcceptsLoss] = useState(false);
  const losses = (changesQuery.data ?? []).filter(({ answerCount }) => answerCount > 0);
  const submit = async () => {
    try {
      const response = await publish.mutateAsync({ id: formId, note: note || null, lossy: acceptsLoss, version });
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
    <MountedModal
      title={t('tool.form.publishAsk', { name: formName })}
      okText={t('tool.form.do.publish')}
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
          className="mt-3! mb-4!"
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
    </MountedModal>
  );
}

/** Publishes, closes and reopens forms. `dialog` is the dialog to render. */
export function useFormLifeCycle() {
  const [publishing, setPublishing] = useState<Form>();
  const lifeCycle = useLifeCycle(formLifeCycle, {
    params: ({ formName }: Form) => ({ name: formName }),
    // a draft without changes is not published
    isAvailable: ({ changed }, step) => step !== 'publish' || changed,
    intercept(step, form) {
      if (step === 'publish') setPublishing(form);
      return step === 'publish';
    },
  });
  return { ...lifeCycle, dialog: publishing && <PublishDialog form={publishing} onClose={() => setPublishing(undefined)} /> };
}
