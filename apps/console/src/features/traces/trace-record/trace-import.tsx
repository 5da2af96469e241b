import { traceabilities } from '@suyuan/contract';
import { Button, Form, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { download } from '../../../data/download.ts';
import { useWords } from '../../../data/words.ts';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { ImportOutcome } from '../../../ui/import-outcome.tsx';
import { useImport } from '../../../ui/use-import.ts';
import { StepSelect, useSteps } from './step-select.tsx';

export function TraceImport({ onClose }: { onClose: () => void }) {
  const t = useWords();
  const { steps } = useSteps();
  const [kind, setKind] = useState<'table' | 'epcis'>('table');
  const [stepId, setStepId] = useState<number>();
  const [file, setFile] = useState<File>();
  const urlOf = (how: URLSearchParams) => {
    if (kind === 'table') how.set('stepId', String(stepId));
    return `${traceabilities.path}/${kind === 'table' ? 'importData' : 'importEpcis'}?${how}`;
  };
  const { preview, keep, reach } = useImport({ path: traceabilities.path, urlOf, onDone: onClose });
  const { count = 0, bad = 0 } = preview.data ?? {};
  const step = stepId === undefined ? undefined : steps.get(stepId);
  const beginAnew = () => {
    setFile(undefined);
    preview.reset();
  };
  const drop = (accept: string) => (
    <FileDrop
      accept={accept}
      file={file}
      disabled={keep.isPending}
      onFile={(given) => {
        setFile(given);
        preview.mutate({ file: given });
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
      okButtonProps={{ disabled: !preview.data || preview.isPending || count === 0, loading: keep.isPending }}
      onOk={() => file && keep.mutate({ file })}
    >
      <Segmented
        aria-label={t('manage.traceability.importRecords')}
        value={kind}
        disabled={keep.isPending}
        options={(['table', 'epcis'] as const).map((value) => ({ value, label: t(`manage.traceability.importKind.${value}`) }))}
        onChange={(chosen) => {
          setKind(chosen);
          beginAnew();
        }}
      />
      <p className="confirm-content trace-import-hint">
        {t(kind === 'table' ? 'manage.traceability.importHint' : 'manage.traceability.importEpcisHint')}
      </p>
      {kind === 'epcis' ? (
        drop('.json,.jsonld')
      ) : (
        <>
          <Form layout="vertical" name="trace-import">
            <Form.Item label={t('manage.traceability.importStep')} htmlFor="trace-import-step">
              <StepSelect
                id="trace-import-step"
                disabled={keep.isPending}
                {...(stepId !== undefined && { value: stepId })}
                onChange={(chosen) => {
                  setStepId(chosen);
                  beginAnew();
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
              {drop('.xlsx,.csv')}
            </>
          )}
        </>
      )}
      <ImportOutcome
        file={file}
        preview={preview}
        keeping={keep.isPending}
        reach={reach}
        onRetry={() => file && preview.mutate({ file })}
      />
    </Modal>
  );
}
