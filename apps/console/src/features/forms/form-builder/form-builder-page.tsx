import { type Form, forms } from '@suyuan/contract';
import { emptyDoc, sameDoc } from '@suyuan/forms';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { recordQueryOptions, useSave } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useFormSnapshot } from '../../../data/form-editing.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { useUnsavedChanges } from '../../../data/unsaved-changes.ts';
import { type DesignerHandle, FormDesigner } from '../../../forms/form-designer.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { leaveForm } from '../../../ui/confirm.ts';
import { Page, PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import type { Tone } from '../../../ui/status-tones.tsx';
import { LocalForm } from './local-form.tsx';

const tones: Record<Form['state'], Tone> = { draft: 'quiet', published: 'genuine', closed: 'closed' };

function ServerForm({ formId }: { formId: string }) {
  const formSnapshot = useFormSnapshot(recordQueryOptions(forms, formId));
  const isFailing = formSnapshot.error && !formSnapshot.data;
  useTabTitle(isFailing ? '' : undefined);
  if (isFailing) return <ErrorState error={formSnapshot.error} onRetry={() => void formSnapshot.refetch()} listHref={forms.path} />;
  return formSnapshot.data ? (
    <ServerFormEditor form={formSnapshot.data} latestForm={formSnapshot.latest ?? formSnapshot.data} />
  ) : (
    <LoadingState rows={12} />
  );
}

/** Saves with the version it was loaded at. A concurrent change is reported and overwritten only on request. */
function ServerFormEditor({ form, latestForm: current }: { form: Form; latestForm: Form }) {
  const t = useTranslations();
  const designer = useRef<DesignerHandle>(null);
  // the edited version: newer ones are loaded only on request
  const [savedForm, setSavedForm] = useState(form);
  const [dirty, setDirty] = useState(false);
  const [stale, setStale] = useState(false);
  const latestQuery = useQuery({ ...recordQueryOptions(forms, form.formId), enabled: false });
  const navigate = useNavigate();
  const save = useSave(forms);
  const canEdit = usePermission(forms.permission('edit'));
  const { formId, formName, state, version, doc = emptyDoc() } = savedForm;
  // publishing, closing and renaming also increase the version: if the document is unchanged, continue from the new one
  if (current.version > version && sameDoc(current.doc ?? emptyDoc(), doc)) setSavedForm({ ...current, doc });
  useTabTitle(formName);
  useUnsavedChanges(dirty);

  const saveDoc = async (version: number) => {
    const currentDoc = designer.current?.doc();
    if (!currentDoc || save.isPending) return;
    try {
      await save.mutateAsync({ formId, doc: currentDoc, version });
      // each save increases the version by one; a concurrent save is reported at the next save
      setSavedForm({ ...savedForm, doc: currentDoc, version: version + 1 });
      setStale(false);
      setDirty(!sameDoc(currentDoc, designer.current?.doc() ?? currentDoc));
      shellServices.notify('success', t('tool.build.server.saved', { name: formName }));
    } catch (error) {
      const apiError = asApiError(error);
      if (!apiError) throw error;
      if (apiError.problem === 'recordStale') setStale(true);
      else shellServices.notify('error', apiError.msg, apiError.detail);
    }
  };
  const loadLatest = async () => {
    const { data } = await latestQuery.refetch();
    if (!data) return;
    setSavedForm(data);
    setStale(false);
    setDirty(false);
    designer.current?.load(data.doc ?? emptyDoc());
  };
  const overwrite = async () => {
    const { data } = await latestQuery.refetch();
    if (data) await saveDoc(data.version);
  };
  const goBack = () => void leaveForm(dirty, () => void navigate('/form'));
  return (
    <>
      <PageHeader
        title={formName}
        purpose={
          <Button type="link" size="small" className="px-0!" onClick={goBack}>
            {t('tool.build.server.draft')}
          </Button>
        }
        titleExtra={
          <>
            <CodeBadge of={forms} field="state" value={state} tone={tones[state]} />
            {dirty && <span className="text-muted text-xs">{t('tool.build.server.unsaved')}</span>}
          </>
        }
        actions={<RowLink to={`/tool/form/${formId}`}>{t('tool.build.server.publish')}</RowLink>}
      />
      {stale && (
        <Alert
          className="mb-3!"
          type="warning"
          showIcon
          title={t('tool.build.server.changed')}
          action={
            <span className="flex gap-2">
              <Button size="small" type="primary" onClick={() => void loadLatest()}>
                {t('tool.build.server.latest')}
              </Button>
              <Button size="small" danger onClick={() => void overwrite()}>
                {t('tool.build.server.over')}
              </Button>
            </span>
          }
        />
      )}
      <FormDesigner
        doc={doc}
        handle={designer}
        onChange={(changedDoc) => setDirty(!sameDoc(changedDoc, doc))}
        onSave={() => void (canEdit && saveDoc(savedForm.version))}
        actions={
          canEdit && (
            <Button type="primary" loading={save.isPending} disabled={!dirty} onClick={() => void saveDoc(savedForm.version)}>
              {t('tool.build.server.save')}
            </Button>
          )
        }
      />
    </>
  );
}

/** Edits the draft of this browser, or a form of the server by `?form=7`. */
export default function FormBuilderPage() {
  const [search] = useSearchParams();
  const formId = hasExtension('forms') && search.get('form');
  return <Page>{formId ? <ServerForm key={formId} formId={formId} /> : <LocalForm />}</Page>;
}
