import { type Form, forms } from '@suyuan/contract';
import { emptyDoc, sameDoc } from '@suyuan/forms';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { readOf, useSave } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { usePermission } from '../../../data/permission.tsx';
import { refusalOf } from '../../../data/refusal.ts';
import { useUnsaved } from '../../../data/unsaved.ts';
import { useFormSnapshot } from '../../../data/use-form-snapshot.ts';
import { useWords } from '../../../data/words.ts';
import { type DesignerHandle, FormDesigner } from '../../../forms/form-designer.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import type { Tone } from '../../../ui/tones.ts';

const tones: Record<Form['state'], Tone> = { draft: 'quiet', published: 'genuine', closed: 'closed' };

export function ServerForm({ formId }: { formId: string }) {
  const read = useFormSnapshot(readOf(forms, formId));
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} back={forms.path} />;
  return read.data ? <Drawing form={read.data} now={read.latest ?? read.data} /> : <Waiting rows={12} />;
}

/** Saves with the version it was loaded at. A concurrent change is reported and overwritten only on request. */
function Drawing({ form, now: current }: { form: Form; now: Form }) {
  const t = useWords();
  const designer = useRef<DesignerHandle>(null);
  // the edited version: newer ones are loaded only on request
  const [saved, setSaved] = useState(form);
  const [dirty, setDirty] = useState(false);
  const [stale, setStale] = useState(false);
  const latest = useQuery({ ...readOf(forms, form.formId), enabled: false });
  const navigate = useNavigate();
  const save = useSave(forms);
  const mayEdit = usePermission(forms.permission('edit'));
  const { formId, formName, state, version, doc = emptyDoc() } = saved;
  // publishing, closing and renaming also increase the version: if the document is unchanged, continue from the new one
  if (current.version > version && sameDoc(current.doc ?? emptyDoc(), doc)) setSaved({ ...current, doc });
  useTabTitle(formName);
  useUnsaved(dirty);

  const write = async (version: number) => {
    const now = designer.current?.doc();
    if (!now || save.isPending) return;
    try {
      await save.mutateAsync({ formId, doc: now, version });
      // each save increases the version by one; a concurrent save is reported at the next save
      setSaved({ ...saved, doc: now, version: version + 1 });
      setStale(false);
      setDirty(!sameDoc(now, designer.current?.doc() ?? now));
      hosts.tell('success', t('tool.build.server.saved', { name: formName }));
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      if (refusal.problem === 'recordStale') setStale(true);
      else hosts.tell('error', refusal.msg, refusal.detail);
    }
  };
  const take = async () => {
    const { data } = await latest.refetch();
    if (!data) return;
    setSaved(data);
    setStale(false);
    setDirty(false);
    designer.current?.load(data.doc ?? emptyDoc());
  };
  const over = async () => {
    const { data } = await latest.refetch();
    if (data) await write(data.version);
  };
  const leave = async () => {
    const question = { title: t('kit.unsavedAsk'), content: t('kit.unsavedHint'), okText: t('kit.discard'), danger: true };
    if (!dirty || (await confirm(question))) void navigate('/form');
  };
  return (
    <>
      <PageHeader
        title={formName}
        purpose={
          <Button type="link" size="small" className="build-back" onClick={() => void leave()}>
            {t('tool.build.server.draft')}
          </Button>
        }
        beside={
          <>
            <CodeBadge of={forms} field="state" value={state} tone={tones[state]} />
            {dirty && <span className="none small">{t('tool.build.server.unsaved')}</span>}
          </>
        }
        actions={<RowLink to={`/tool/form/${formId}`}>{t('tool.build.server.publish')}</RowLink>}
      />
      {stale && (
        <Alert
          className="panel-alert"
          type="warning"
          showIcon
          title={t('tool.build.server.changed')}
          action={
            <span className="designer-acts">
              <Button size="small" type="primary" onClick={() => void take()}>
                {t('tool.build.server.latest')}
              </Button>
              <Button size="small" danger onClick={() => void over()}>
                {t('tool.build.server.over')}
              </Button>
            </span>
          }
        />
      )}
      <FormDesigner
        doc={doc}
        handle={designer}
        onChange={(now) => setDirty(!sameDoc(now, doc))}
        onSave={() => void (mayEdit && write(saved.version))}
        actions={
          mayEdit && (
            <Button type="primary" loading={save.isPending} disabled={!dirty} onClick={() => void write(saved.version)}>
              {t('tool.build.server.save')}
            </Button>
          )
        }
      />
    </>
  );
}
