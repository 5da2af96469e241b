import { closeForm, type Form, type FormStep, formLifeCycle, forms, reopenForm } from '@suyuan/contract';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../../data/api.ts';
import { shellServices } from '../../../data/hosts.ts';
import { useRights } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import { PublishDialog } from './publish-dialog.tsx';

/** Available steps, the next one first. A draft without changes is not published. */
function stepsOf({ state, changed }: Pick<Form, 'state' | 'changed'>): FormStep[] {
  const steps = Object.entries(formLifeCycle) as [FormStep, { from: readonly string[] }][];
  return steps.filter(([step, { from }]) => from.includes(state) && (step !== 'publish' || changed)).map(([step]) => step);
}

/** Publishes, closes and reopens forms. `shown` is the dialog to render. */
export function useFormLifecycle(): {
  stepsOf: (form: Form) => FormStep[];
  runStep: (step: FormStep, form: Form) => Promise<void>;
  dialog: ReactNode;
} {
  const t = useTranslations();
  const { hasPermi } = useRights();
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
