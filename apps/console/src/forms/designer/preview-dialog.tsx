import type { Answers } from '@suyuan/forms';
import { Alert, Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { CodeEditor } from '../../ui/code-editor.tsx';
import { MountedModal } from '../../ui/form-parts.tsx';
import { FormView } from '../renderer/form-view.tsx';
import { type Device, devices, useDesigner, useDesignerStore } from './designer-store.ts';

const previewDevices = ['desktop', 'tablet', 'phone'] as const satisfies Device[];

/** Preview of the form. Rules and uploads work; answers are not submitted. */
export function PreviewDialog() {
  const t = useTranslations();
  const store = useDesignerStore();
  const doc = useDesigner(({ editor }) => editor.doc);
  const [device, setDevice] = useState<(typeof previewDevices)[number]>('desktop');
  const [answers, setAnswers] = useState<Answers>();
  return (
    <MountedModal
      width="min(1280px, calc(100vw - 32px))"
      title={
        <span className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {t('tool.build.run')}
          <Segmented<(typeof previewDevices)[number]>
            size="small"
            name={t('tool.build.device')}
            aria-label={t('tool.build.device')}
            value={device}
            onChange={setDevice}
            options={previewDevices.map((value) => ({ value, label: t(`tool.build.device.${value}`) }))}
          />
        </span>
      }
      footer={null}
      onCancel={() => store.update({ dialog: undefined })}
    >
      <div className="max-h-[calc(100dvh-228px)] overflow-auto rounded bg-page p-4">
        <div className="mx-auto box-content rounded bg-surface px-4 py-6" style={{ maxWidth: devices[device] }}>
          <FormView doc={doc} onSubmit={setAnswers} />
        </div>
      </div>
      {answers && (
        <Alert
          type="success"
          showIcon
          role="status"
          title={t('tool.build.runFits')}
          description={
            <CodeEditor
              label={t('tool.build.runAnswers')}
              language="json"
              readOnly
              height="222px"
              value={JSON.stringify(answers, undefined, 2)}
            />
          }
          action={
            <Button size="small" onClick={() => setAnswers(undefined)}>
              {t('kit.close')}
            </Button>
          }
        />
      )}
    </MountedModal>
  );
}
