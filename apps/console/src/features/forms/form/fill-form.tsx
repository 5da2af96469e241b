import { type FormFieldFault, type FormToFill, fillForm, formOffers, forms, formToFill } from '@suyuan/contract';
import type { Answers } from '@suyuan/forms';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Result } from 'antd';
import { useRef, useState } from 'react';
import { call, endpointQueryOptions } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useFormSnapshot } from '../../../data/form-editing.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { useUnsavedChanges } from '../../../data/unsaved-changes.ts';
import { type FormHandle, FormView } from '../../../forms/renderer/form-view.tsx';
import { PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, ErrorState, LoadingState, QueryState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';

export function FormOffers() {
  const t = useTranslations();
  const offersQuery = useQuery({ ...endpointQueryOptions(formOffers, {}), meta: { ownErrors: true } });
  if (!offersQuery.data) return <QueryState query={offersQuery} rows={4} />;
  if (offersQuery.data.length === 0) return <EmptyState text={t('tool.fill.noOffers')} />;
  return (
    <ul className="m-0 grid list-none grid-cols-[repeat(auto-fill,minmax(260px,1fr))] gap-4 p-0">
      {offersQuery.data.map(({ formKey, formName, remark, closeTime, ownCount }) => (
        <li key={formKey} className="rounded border border-line p-4">
          <RowLink to={`/parser?key=${formKey}`} strong>
            {formName}
          </RowLink>
          {remark && <p className="mt-1 mb-0">{remark}</p>}
          <p className="mt-1 mb-0 text-muted">
            {closeTime && (
              <>
                {t('tool.form.closeTime')} <TimeText value={closeTime} />
              </>
            )}
            {closeTime && ownCount > 0 && ' · '}
            {ownCount > 0 && t('tool.fill.ownCount', { count: ownCount })}
          </p>
        </li>
      ))}
    </ul>
  );
}

export function FillForm({ formKey }: { formKey: string }) {
  const formSnapshot = useFormSnapshot(endpointQueryOptions(formToFill, { formKey }));
  const isFailing = formSnapshot.error && !formSnapshot.data;
  useTabTitle(isFailing ? '' : formSnapshot.data?.formName);
  if (isFailing) return <ErrorState error={formSnapshot.error} onRetry={() => void formSnapshot.refetch()} listHref="/parser" />;
  if (!formSnapshot.latest) return <LoadingState rows={10} />;
  return <Fill key={formKey} form={formSnapshot.latest} onNewer={async () => (await formSnapshot.refetch()).data} />;
}

/** Keeps the version that it started with: publishing a newer one does not discard input. */
function Fill({ form: latest, onNewer }: { form: FormToFill; onNewer: () => Promise<FormToFill | undefined> }) {
  const t = useTranslations();
  const [form, setForm] = useState(latest);
  const client = useQueryClient();
  const handle = useRef<FormHandle>(null);
  const [initialAnswers, setInitialAnswers] = useState<Answers>({});
  const [dirty, setDirty] = useState(false);
  const [submittedId, setSubmittedId] = useState<number>();
  useUnsavedChanges(dirty);
  const { formKey, formName, versionNo, doc, remark, closeTime } = form;
  const { ownCount } = latest;
  const submitAnswers = useMutation({
    mutationFn: (data: Answers) => call(fillForm, { formKey, versionNo, data }),
    meta: { ownErrors: true },
  });
  const submit = async (data: Answers) => {
    try {
      const { answerId } = await submitAnswers.mutateAsync(data);
      setDirty(false);
      setSubmittedId(answerId);
      void client.invalidateQueries({ queryKey: [forms.path] });
    } catch (error) {
      const apiError = asApiError(error);
      if (!apiError) throw error;
      const faults = apiError.params.faults as FormFieldFault[] | undefined;
      if (apiError.problem === 'formAnswerWrong' && faults) {
        handle.current?.setServerErrors(Object.fromEntries(faults.map(({ path, reason }) => [path, reason])));
        return;
      }
      if (apiError.problem === 'formVersionOld') {
        setInitialAnswers(data);
        setForm((await onNewer()) ?? form);
        shellServices.notify('warning', t('tool.fill.newer', { versionNo: Number(apiError.params.versionNo) }));
        return;
      }
      shellServices.notify('error', apiError.msg, apiError.detail);
    }
  };
  const notes = [remark, ownCount > 0 && t('tool.fill.ownCount', { count: ownCount })].filter(Boolean).join(' · ');
  return (
    <>
      <PageHeader
        title={formName}
        purpose={notes || t('tool.fill')}
        titleExtra={
          closeTime && (
            <span className="text-muted">
              {t('tool.form.closeTime')} <TimeText value={closeTime} />
            </span>
          )
        }
      />
      <section className="card p-6 max-md:p-4">
        {submittedId === undefined ? (
          <FormView doc={doc} values={initialAnswers} handle={handle} onSubmit={submit} onChange={() => setDirty(true)} />
        ) : (
          <Result
            status="success"
            title={t('tool.fill.done')}
            subTitle={t('tool.fill.doneHint', { answerId: String(submittedId) })}
            extra={
              <Button
                onClick={() => {
                  setInitialAnswers({});
                  setForm(latest);
                  setSubmittedId(undefined);
                }}
              >
                {t('tool.fill.again')}
              </Button>
            }
          />
        )}
      </section>
    </>
  );
}
