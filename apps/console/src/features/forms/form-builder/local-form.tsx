import { draftKeys, forms } from '@suyuan/contract';
import { type FormDoc, writeJson } from '@suyuan/forms';
import { Alert, Button, Form } from 'antd';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSave } from '../../../data/api.ts';
import { saveText } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { type DesignerHandle, FormDesigner } from '../../../forms/form-designer.tsx';
import { FormField } from '../../../ui/field-kinds.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { formatTime } from '../../../ui/time-format.tsx';
import { createDraftSync, type DraftStatus, readDraft } from './draft.ts';

/** Milliseconds until another window has written all keys of one change. */
const SETTLE_DELAY_MS = 50;

/**
 * Stores the draft after a pause and when the page is left. Another window's change is loaded if there are no unsaved changes, otherwise
 * the user decides.
 */
function useDraft(designer: RefObject<DesignerHandle | null>) {
  const [{ doc, backup }] = useState(readDraft);
  const [status, setStatus] = useState<DraftStatus>({ full: false });
  const [draftSync] = useState(() => createDraftSync(doc, (otherDoc) => designer.current?.load(otherDoc), setStatus));
  const wasUnmounted = useRef(false);
  useEffect(() => {
    // a hidden page missed the storage events of other windows
    if (wasUnmounted.current) draftSync.checkOtherWindows();
    let reloadTimer: ReturnType<typeof setTimeout> | undefined;
    const handleStorage = ({ key }: StorageEvent) => {
      if (key !== draftKeys.items && key !== draftKeys.form) return;
      clearTimeout(reloadTimer);
      reloadTimer = setTimeout(draftSync.checkOtherWindows, SETTLE_DELAY_MS);
    };
    addEventListener('storage', handleStorage);
    addEventListener('pagehide', draftSync.flush);
    return () => {
      clearTimeout(reloadTimer);
      removeEventListener('storage', handleStorage);
      removeEventListener('pagehide', draftSync.flush);
      draftSync.flush();
      wasUnmounted.current = true;
    };
  }, [draftSync]);
  const { change, keep, take, keepOwnVersion } = draftSync;
  return { ...status, doc, backup, change, saveNow: keep, take, keepMine: keepOwnVersion };
}

interface NameValues {
  formName: string;
  formKey: string;
}

function SaveToServerDialog({ doc, onClose }: { doc: FormDoc; onClose: () => void }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const [form] = Form.useForm<NameValues>();
  const save = useSave(forms);
  const submit = async (values: NameValues) => {
    const namedDoc = { ...doc, form: { ...doc.form, name: doc.form.name || values.formName } };
    const saved = await save.mutateAsync({ ...values, doc: namedDoc });
    shellServices.notify('success', t('tool.build.server.saved', { name: values.formName }));
    return saved?.formId;
  };
  return (
    <FormDialog
      form={form}
      name="keep-form"
      title={t('tool.build.server.keep')}
      okText={t('tool.build.server.save')}
      initialValues={{ formName: doc.form.name ?? '' }}
      initialFocus="formName"
      onSubmit={submit}
      onClose={(formId) => {
        onClose();
        if (formId !== undefined) void navigate(`/form?form=${formId}`);
      }}
    >
      <p className="text-muted">{t('tool.build.server.keepHint')}</p>
      <FormField of={forms} name="formName" />
      <FormField of={forms} name="formKey" />
    </FormDialog>
  );
}

/** A form that is not on the server yet: stored in this browser until the user saves it there. */
export function LocalForm() {
  const t = useTranslations();
  const navigate = useNavigate();
  const designer = useRef<DesignerHandle>(null);
  const draft = useDraft(designer);
  const [docToSave, setDocToSave] = useState<FormDoc>();
  const { backup, savedAt } = draft;
  useTabTitle(t('shell.page.form'));
  return (
    <>
      <PageHeader
        title={t('tool.build')}
        purpose={t(hasExtension('forms') ? 'tool.build.purpose' : 'tool.build.purpose.plain')}
        titleExtra={
          savedAt && (
            <span className="text-muted text-xs">{t('tool.build.draft.saved', { time: formatTime(savedAt, 'HH:mm:ss') ?? '' })}</span>
          )
        }
        actions={
          hasExtension('forms') && (
            <Can do={[forms.permission('list')]}>
              <Button onClick={() => void navigate('/tool/form')}>{t('tool.build.server.open')}</Button>
            </Can>
          )
        }
      />
      {backup && (
        <Alert
          className="mb-3!"
          type={backup.key ? 'warning' : 'error'}
          showIcon
          closable
          title={t(backup.isMigrated ? 'tool.build.draft.migrated' : 'tool.build.draft.lost', { version: backup.version ?? '–' })}
          description={backup.key ? t('tool.build.draft.backedUp', { key: backup.key }) : t('tool.build.draft.notBackedUp')}
          action={
            <Button size="small" onClick={() => saveText(backup.text, 'form-draft.json', 'application/json')}>
              {t('tool.build.draft.saveBackup')}
            </Button>
          }
        />
      )}
      {draft.full && (
        <Alert
          className="mb-3!"
          type="error"
          showIcon
          title={t('tool.build.draft.full')}
          action={
            <Button size="small" onClick={() => saveText(writeJson(designer.current?.doc() ?? draft.doc), 'form.json', 'application/json')}>
              {t('tool.build.code.save')}
            </Button>
          }
        />
      )}
      {draft.conflict && (
        <Alert
          className="mb-3!"
          type="warning"
          showIcon
          title={t('tool.build.draft.other')}
          action={
            <span className="flex gap-2">
              <Button size="small" type="primary" onClick={draft.take}>
                {t('tool.build.draft.take')}
              </Button>
              <Button size="small" onClick={draft.keepMine}>
                {t('tool.build.draft.keep')}
              </Button>
            </span>
          }
        />
      )}
      <FormDesigner
        doc={draft.doc}
        handle={designer}
        onChange={draft.change}
        onSave={draft.saveNow}
        actions={
          hasExtension('forms') && (
            <Can do={[forms.permission('add')]}>
              <Button type="primary" onClick={() => setDocToSave(designer.current?.doc())}>
                {t('tool.build.server.keep')}
              </Button>
            </Can>
          )
        }
      />
      {docToSave && <SaveToServerDialog doc={docToSave} onClose={() => setDocToSave(undefined)} />}
    </>
  );
}
