import { type FormFieldFault, type FormToFill, forms } from '@suyuan/contract';
import type { Answers } from '@suyuan/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Result } from 'antd';
import { useRef, useState } from 'react';
import { getOf } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { refusalOf } from '../../../data/refusal.ts';
import { request } from '../../../data/request.ts';
import { useUnsaved } from '../../../data/unsaved.ts';
import { useFormSnapshot } from '../../../data/use-form-snapshot.ts';
import { useWords } from '../../../data/words.ts';
import { type FormHandle, FormView } from '../../../forms/renderer/form-view.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { TimeText } from '../../../ui/times.tsx';

export function FillForm({ formKey }: { formKey: string }) {
  const read = useFormSnapshot(getOf<FormToFill>(forms, `/fill/${formKey}`));
  useTabTitle(read.data?.formName);
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} back="/parser" />;
  if (!read.latest) return <Waiting rows={10} />;
  return <Fill key={formKey} form={read.latest} onNewer={async () => (await read.refetch()).data} />;
}

/** Keeps the version that it started with: publishing a newer one does not discard input. */
function Fill({ form: latest, onNewer }: { form: FormToFill; onNewer: () => Promise<FormToFill | undefined> }) {
  const t = useWords();
  const [form, setForm] = useState(latest);
  const client = useQueryClient();
  const handle = useRef<FormHandle>(null);
  const [begun, setBegun] = useState<Answers>({});
  const [dirty, setDirty] = useState(false);
  const [done, setDone] = useState<number>();
  useUnsaved(dirty);
  const { formKey, formName, versionNo, doc, remark, closeTime } = form;
  const { ownCount } = latest;
  const send = useMutation({
    mutationFn: (data: Answers) => request<{ answerId: number }>('POST', `${forms.path}/fill/${formKey}`, { versionNo, data }),
    meta: { ownErrors: true },
  });
  const submit = async (data: Answers) => {
    try {
      const { answerId } = await send.mutateAsync(data);
      setDirty(false);
      setDone(answerId);
      void client.invalidateQueries({ queryKey: [forms.path] });
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      const faults = refusal.params.faults as FormFieldFault[] | undefined;
      if (refusal.problem === 'formAnswerWrong' && faults) {
        handle.current?.refuse(Object.fromEntries(faults.map(({ path, reason }) => [path, reason])));
        return;
      }
      if (refusal.problem === 'formVersionOld') {
        setBegun(data);
        setForm((await onNewer()) ?? form);
        hosts.tell('warning', t('tool.fill.newer', { versionNo: Number(refusal.params.versionNo) }));
        return;
      }
      hosts.tell('error', refusal.msg, refusal.detail);
    }
  };
  const notes = [remark, ownCount > 0 && t('tool.fill.ownCount', { count: ownCount })].filter(Boolean).join(' · ');
  return (
    <>
      <PageHeader
        title={formName}
        purpose={notes || t('tool.fill')}
        beside={
          closeTime && (
            <span className="none">
              {t('tool.form.closeTime')} <TimeText value={closeTime} />
            </span>
          )
        }
      />
      <section className="card form-page-card">
        {done === undefined ? (
          <FormView doc={doc} values={begun} handle={handle} onSubmit={submit} onChange={() => setDirty(true)} />
        ) : (
          <Result
            status="success"
            title={t('tool.fill.done')}
            subTitle={t('tool.fill.doneHint', { answerId: String(done) })}
            extra={
              <Button
                onClick={() => {
                  setBegun({});
                  setForm(latest);
                  setDone(undefined);
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
