import { type Form, type FormVersion, forms } from '@suyuan/contract';
import type { DocChange } from '@suyuan/forms';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { getQueryOptions, useSave } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { FormView } from '../../../forms/renderer/form-view.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { StatusDot } from '../../../ui/status-tones.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { ChangeList } from './use-form-lifecycle.tsx';

export function FormVersions({ form }: { form: Form }) {
  const t = useTranslations();
  const [openVersionNo, setOpenVersionNo] = useState<number>();
  const versionsQuery = useQuery({ ...getQueryOptions<FormVersion[]>(forms, `/${form.formId}/versions`), meta: { ownErrors: true } });
  if (versionsQuery.error && !versionsQuery.data)
    return <ErrorState error={versionsQuery.error} onRetry={() => void versionsQuery.refetch()} />;
  if (!versionsQuery.data) return <LoadingState rows={4} />;
  if (versionsQuery.data.length === 0) return <EmptyState text={t('tool.form.noVersions')} />;
  return (
    <>
      <ul className="form-versions">
        {versionsQuery.data.map(({ versionNo, note, publishBy, publishTime, sha256, answerCount }) => (
          <li key={versionNo}>
            <div className="form-version-head">
              <button type="button" className="row-link row-link-strong" onClick={() => setOpenVersionNo(versionNo)}>
                {t('tool.form.versionOf', { versionNo })}
              </button>
              {versionNo === form.versionNo && <StatusDot tone="genuine">{t('tool.form.current')}</StatusDot>}
              <span>
                {publishBy} <TimeText value={publishTime} />
              </span>
              <span className="none">{t('tool.form.versionAnswers', { count: answerCount })}</span>
              <span title={sha256}>
                <CopyableText>{sha256.slice(0, 16)}</CopyableText>
              </span>
            </div>
            {note && <p>{note}</p>}
          </li>
        ))}
      </ul>
      {openVersionNo !== undefined && <VersionDrawer form={form} versionNo={openVersionNo} onClose={() => setOpenVersionNo(undefined)} />}
    </>
  );
}

function VersionDrawer({ form, versionNo, onClose }: { form: Form; versionNo: number; onClose: () => void }) {
  const t = useTranslations();
  const save = useSave(forms);
  const canEdit = usePermission(forms.permission('edit'));
  const versionQuery = useQuery({
    ...getQueryOptions<FormVersion & { changes: DocChange[] }>(forms, `/${form.formId}/versions/${versionNo}`),
    meta: { ownErrors: true },
  });
  const restore = async () => {
    const content = t('tool.form.restoreMeans');
    const confirmation = await confirm({ title: t('tool.form.restoreAsk', { versionNo }), content, okText: t('tool.form.restore') });
    if (!confirmation || !versionQuery.data?.doc) return;
    await save.mutateAsync({ formId: form.formId, doc: versionQuery.data.doc, version: form.version }).then(
      () => {
        shellServices.notify('success', t('tool.form.restored', { versionNo }));
        onClose();
      },
      () => undefined, // the error is already displayed
    );
  };
  return (
    <Drawer
      open
      size={720}
      title={t('tool.form.versionOf', { versionNo })}
      onClose={onClose}
      extra={canEdit && <Button onClick={() => void restore()}>{t('tool.form.restore')}</Button>}
    >
      {versionQuery.error && <ErrorState error={versionQuery.error} onRetry={() => void versionQuery.refetch()} />}
      {versionQuery.data ? (
        <>
          {versionNo > 1 && (
            <>
              <h3>{t('tool.form.changes')}</h3>
              <ChangeList changes={versionQuery.data.changes} />
            </>
          )}
          {versionQuery.data.doc && <FormView doc={versionQuery.data.doc} disabled />}
        </>
      ) : (
        !versionQuery.error && <LoadingState rows={6} />
      )}
    </Drawer>
  );
}
