import { traceabilities } from '@suyuan/contract';
import { Button, Form, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { download } from '../../../data/download.ts';
import { useTranslations } from '../../../data/words.ts';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { ImportResult } from '../../../ui/import-outcome.tsx';
import { useImport } from '../../../ui/use-import.ts';
import { StepSelect, useSteps } from './step-select.tsx';

export function TraceImport({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const { steps } = useSteps();
  const [kind, setKind] = useState<'table' | 'epcis'>('table');
  const [stepId, setStepId] = useState<number>();
  const [file, setFile] = useState<File>();
  const urlOf = (params: URLSearchParams) => {
    if (kind === 'table') params.set('stepId', String(stepId));
    return `${traceabilities.path}/${kind === 'table' ? 'importData' : 'importEpcis'}?${params}`;
  };
  const { preview, saveImport, progress } = useImport({ path: traceabilities.path, getUrl: urlOf, onDone: onClose });
  const { count = 0, bad = 0 } = preview.data ?? {};
  const step = stepId === undefined ? undefined : steps.get(stepId);
  const startOver = () => {
    setFile(undefined);
    preview.reset();
  };
  const fileDrop = (accept: string) => (
    <FileDrop
      accept={accept}
      file={file}
      disabled={saveImport.isPending}
      onFile={(selectedFile) => {
        setFile(selectedFile);
        preview.mutate({ file: selectedFile });
      }}
    />
  );
  return (
    <Modal
      open
      title={t('manage.traceability.importRecords')}
      onCancel={onClose}
      width={640}
      okText={!preview.data ? t('kit.import') : bad ? t('kit.importGood', { count }) : t('kit.importAll', { count })}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: !preview.data || preview.isPending || count === 0, loading: saveImport.isPending }}
      onOk={() => file && saveImport.mutate({ file })}
    >
      <Segmented
        aria-label={t('manage.traceability.importRecords')}
        value={kind}
        disabled={saveImport.isPending}
        options={(['table', 'epcis'] as const).map((value) => ({ value, label: t(`manage.traceability.importKind.${value}`) }))}
        onChange={(nextKind) => {
          setKind(nextKind);
          startOver();
        }}
      />
      <p className="confirm-content trace-import-hint">
        {t(kind === 'table' ? 'manage.traceability.importHint' : 'manage.traceability.importEpcisHint')}
      </p>
      {kind === 'epcis' ? (
        fileDrop('.json,.jsonld')
      ) : (
        <>
          <Form layout="vertical" name="trace-import">
            <Form.Item label={t('manage.traceability.importStep')} htmlFor="trace-import-step">
              <StepSelect
                id="trace-import-step"
                disabled={saveImport.isPending}
                {...(stepId !== undefined && { value: stepId })}
                onChange={(nextStepId) => {
                  setStepId(nextStepId);
                  startOver();
                }}
              />
            </Form.Item>
          </Form>
          {step && (
            <>
              <p className="trace-import-templates">
                {t('manage.traceability.importTemplate', { step: step.stepName })}
                {(['xlsx', 'csv'] as const).map((format) => (
                  <Button
                    key={format}
                    type="link"
                    size="small"
                    onClick={() =>
                      void download(
                        `${traceabilities.path}/importTemplate?stepId=${stepId}&format=${format}`,
                        `${step.stepName}.${format}`,
                        { method: 'POST', body: new URLSearchParams() },
                      )
                    }
                  >
                    {t(`manage.traceability.importTemplate.${format}`)}
                  </Button>
                ))}
              </p>
              {fileDrop('.xlsx,.csv')}
            </>
          )}
        </>
      )}
      <ImportResult
        file={file}
        preview={preview}
        saving={saveImport.isPending}
        progress={progress}
        onRetry={() => file && preview.mutate({ file })}
      />
    </Modal>
  );
}
