import { closeForm, type Form, type FormChange, type FormStep, formLifeCycle, forms, publishForm, reopenForm } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { getQueryOptions, useAction } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { confirm } from '../../../ui/confirm.ts';
import { LoadingState } from '../../../ui/states.tsx';
import './form.css';
import { type DocChange, lostFieldNames } from '@suyuan/forms';

export function OpenSpan({ form: { openTime, closeTime } }: { form: Pick<Form, 'openTime' | 'closeTime'> }) {
  const t = useTranslations();
  if (!openTime && !closeTime) return <span className="none">{t('tool.form.always')}</span>;
  const parts = [
    openTime && t('tool.form.from', { time: openTime.slice(0, 16) }),
    closeTime && t('tool.form.until', { time: closeTime.slice(0, 16) }),
  ];
  return <span className="numeral">{parts.filter(Boolean).join(' ')}</span>;
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
  if (changes.length === 0) return <p className="none">{t('tool.form.noChanges')}</p>;
  return (
    <ul className="form-changes">
      {changes.map((each) => {
        const { change, answerCount } = 'answerCount' in each ? each : { change: each, answerCount: 0 };
        return (
          <li key={JSON.stringify(change)} className={lostFieldNames(change).length > 0 ? 'form-loss' : undefined}>
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

/** Available steps, the next one first. A draft without changes is not published. */
function stepsOf({ state, changed }: Pick<Form, 'state' | 'changed'>): FormStep[] {
  const steps = Object.entries(formLifeCycle) as [FormStep, { from: readonly string[] }][];
  return steps.filter(([step, { from }]) => from.includes(state) && (step !== 'publish' || changed)).map(([step]) => step);
}

/** Publishes, closes and reopens forms. `dialog` is the dialog to render. */
export function useFormLifecycle(): {
  stepsOf: (form: Form) => FormStep[];
  runStep: (step: FormStep, form: Form) => Promise<void>;
  dialog: ReactNode;
} {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const close = useAction(closeForm);
  const reopen = useAction(reopenForm);
  const [publishing, setPublishing] = useState<Form>();
  const notifyOnSuccess = (promise: Promise<unknown>, message: string) =>
    promise.then(
      () => shellServices.notify('success', message),
      () => undefined, // the error is already displayed
    );
  const runStep = async (step: FormStep, form: Form) => {
    const { formId, formName } = form;
    if (step === 'publish') return setPublishing(form);
    if (step === 'close') {
      const title = t('tool.form.closeAsk', { name: formName });
      const confirmation = await confirm({ title, content: t('tool.form.closeMeans'), okText: t('tool.form.do.close'), danger: true });
      if (!confirmation) return;
      return notifyOnSuccess(close.mutateAsync({ id: formId }), t('tool.form.closed'));
    }
    return notifyOnSuccess(reopen.mutateAsync({ id: formId }), t('tool.form.reopened'));
  };
  return {
    stepsOf: (form) => (hasPermi(forms.permission('publish')) ? stepsOf(form) : []),
    runStep,
    dialog: publishing && <PublishDialog form={publishing} onClose={() => setPublishing(undefined)} />,
  };
}
