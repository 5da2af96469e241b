import { Alert, Button } from 'antd';
import { useRef } from 'react';
import { type DesignerHandle, FormDesigner } from '../../../kit/form-designer.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { useWords } from '../../../kit/words.ts';
import { useDraft } from './use-draft.ts';

/** The form designer. What is drawn is kept in this browser; a form of the server is opened by `?form=7`. */
export default function BuildPage() {
  const t = useWords();
  const designer = useRef<DesignerHandle>(null);
  const draft = useDraft(designer);
  const { aside } = draft;
  return (
    <div className="page">
      <PageHeader title={t('tool.build')} purpose={t('tool.build.purpose')} />
      {aside && (
        <Alert
          className="panel-alert"
          type="warning"
          showIcon
          closable
          title={
            aside.version
              ? t('tool.build.draft.backup', { version: aside.version, key: aside.key })
              : t('tool.build.draft.lost', { key: aside.key })
          }
        />
      )}
      {draft.full && <Alert className="panel-alert" type="error" showIcon title={t('tool.build.draft.full')} />}
      {draft.other && (
        <Alert
          className="panel-alert"
          type="warning"
          showIcon
          title={t('tool.build.draft.other')}
          action={
            <>
              <Button size="small" type="primary" onClick={draft.take}>
                {t('tool.build.draft.take')}
              </Button>{' '}
              <Button size="small" onClick={draft.keepMine}>
                {t('tool.build.draft.keep')}
              </Button>
            </>
          }
        />
      )}
      <FormDesigner doc={draft.doc} handle={designer} onChange={draft.change} />
    </div>
  );
}
