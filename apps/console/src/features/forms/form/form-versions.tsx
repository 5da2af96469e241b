import { type Form, type FormVersion, forms } from '@suyuan/contract';
import type { DocChange } from '@suyuan/forms';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { getOf, useSave } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { FormView } from '../../../forms/renderer/form-view.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { Dot } from '../../../ui/dot.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/times.tsx';
import { ChangeList } from './change-list.tsx';

export function FormVersions({ form }: { form: Form }) {
  const t = useWords();
  const [shown, setShown] = useState<number>();
  const read = useQuery({ ...getOf<FormVersion[]>(forms, `/${form.formId}/versions`), meta: { ownErrors: true } });
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data) return <Waiting rows={4} />;
  if (read.data.length === 0) return <Nothing text={t('tool.form.noVersions')} />;
  return (
    <>
      <ul className="form-versions">
        {read.data.map(({ versionNo, note, publishBy, publishTime, sha256, answerCount }) => (
          <li key={versionNo}>
            <div className="form-version-head">
              <button type="button" className="row-link row-link-strong" onClick={() => setShown(versionNo)}>
                {t('tool.form.versionOf', { versionNo })}
              </button>
              {versionNo === form.versionNo && <Dot tone="genuine">{t('tool.form.current')}</Dot>}
              <span>
                {publishBy} <TimeText value={publishTime} />
              </span>
              <span className="none">{t('tool.form.versionAnswers', { count: answerCount })}</span>
              <span title={sha256}>
                <Mono>{sha256.slice(0, 16)}</Mono>
              </span>
            </div>
            {note && <p>{note}</p>}
          </li>
        ))}
      </ul>
      {shown !== undefined && <VersionDrawer form={form} versionNo={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

function VersionDrawer({ form, versionNo, onClose }: { form: Form; versionNo: number; onClose: () => void }) {
  const t = useWords();
  const save = useSave(forms);
  const mayEdit = usePermission(forms.permission('edit'));
  const read = useQuery({
    ...getOf<FormVersion & { changes: DocChange[] }>(forms, `/${form.formId}/versions/${versionNo}`),
    meta: { ownErrors: true },
  });
  const restore = async () => {
    const content = t('tool.form.restoreMeans');
    const consent = await confirm({ title: t('tool.form.restoreAsk', { versionNo }), content, okText: t('tool.form.restore') });
    if (!consent || !read.data?.doc) return;
    await save.mutateAsync({ formId: form.formId, doc: read.data.doc, version: form.version }).then(
      () => {
        hosts.tell('success', t('tool.form.restored', { versionNo }));
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
      extra={mayEdit && <Button onClick={() => void restore()}>{t('tool.form.restore')}</Button>}
    >
      {read.error && <Failed error={read.error} onRetry={() => void read.refetch()} />}
      {read.data ? (
        <>
          {versionNo > 1 && (
            <>
              <h3>{t('tool.form.changes')}</h3>
              <ChangeList changes={read.data.changes} />
            </>
          )}
          {read.data.doc && <FormView doc={read.data.doc} disabled />}
        </>
      ) : (
        !read.error && <Waiting rows={6} />
      )}
    </Drawer>
  );
}
