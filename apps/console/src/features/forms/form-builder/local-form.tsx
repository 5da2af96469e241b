import { forms } from '@suyuan/contract';
import { type FormDoc, writeJson } from '@suyuan/forms';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Can } from '../../../data/permission.tsx';
import { saveText } from '../../../data/save-text.ts';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { type DesignerHandle, FormDesigner } from '../../../forms/form-designer.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { formatTime } from '../../../ui/time-format.ts';
import { SaveToServerDialog } from './keep-dialog.tsx';
import { useDraft } from './use-draft.ts';

/** A form that is not on the server yet: stored in this browser until the user saves it there. */
export function LocalForm() {
  const t = useTranslations();
  const navigate = useNavigate();
  const designer = useRef<DesignerHandle>(null);
  const draft = useDraft(designer);
  const [docToSave, setDocToSave] = useState<FormDoc>();
  const { aside: backup, savedAt } = draft;
  useTabTitle(t('shell.page.form'));
  return (
    <>
      <PageHeader
        title={t('tool.build')}
        purpose={t(hasExtension('forms') ? 'tool.build.purpose' : 'tool.build.purpose.plain')}
        titleExtra={
          savedAt && <span className="none small">{t('tool.build.draft.saved', { time: formatTime(savedAt, 'HH:mm:ss') ?? '' })}</span>
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
          className="panel-alert"
          type="warning"
          showIcon
          closable
          title={
            backup.version
              ? t('tool.build.draft.backup', { version: backup.version, key: backup.key })
              : t('tool.build.draft.lost', { key: backup.key })
          }
        />
      )}
      {draft.full && (
        <Alert
          className="panel-alert"
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
          className="panel-alert"
          type="warning"
          showIcon
          title={t('tool.build.draft.other')}
          action={
            <span className="designer-acts">
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
        onSave={draft.keepNow}
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
