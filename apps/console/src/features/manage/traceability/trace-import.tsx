import { traceabilities } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Modal } from 'antd';
import { useState } from 'react';
import { download } from '../../../kit/download.ts';
import { FileDrop } from '../../../kit/file-drop.tsx';
import { hosts } from '../../../kit/hosts.ts';
import { ImportOutcome, type ImportPreview } from '../../../kit/import-outcome.tsx';
import { request } from '../../../kit/request.ts';
import { useWords } from '../../../kit/words.ts';
import { StepSelect, useSteps } from './step-select.tsx';

/** Imports records of one step from its table: what would happen is shown first, and nothing is kept until the user says so. */
export function TraceImport({ onClose }: { onClose: () => void }) {
  const t = useWords();
  const client = useQueryClient();
  const { steps } = useSteps();
  const [stepId, setStepId] = useState<number>();
  const [file, setFile] = useState<File>();
  const send = (given: File, how: Record<string, string>) => {
    const body = new FormData();
    body.append('file', given);
    return request<ImportPreview>(
      'POST',
      `${traceabilities.path}/importData?${new URLSearchParams({ stepId: String(stepId), ...how })}`,
      body,
    );
  };
  const preview = useMutation({ mutationFn: (given: File) => send(given, { dryRun: '1' }), meta: { ownErrors: true } });
  const keep = useMutation({
    mutationFn: (given: File) => send(given, preview.data?.bad ? { keepGood: '1' } : {}),
    onSuccess: ({ count }) => {
      hosts.tell('success', t('kit.imported', { count }));
      onClose();
      return client.invalidateQueries({ queryKey: [traceabilities.path] });
    },
  });
  const { count = 0, bad = 0 } = preview.data ?? {};
  const step = stepId === undefined ? undefined : steps.get(stepId);
  return (
    <Modal
      open
      title={t('manage.traceability.importRecords')}
      onCancel={onClose}
      width={640}
      okText={bad ? t('kit.importGood', { count }) : t('kit.importAll', { count })}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: !preview.data || preview.isPending || count === 0, loading: keep.isPending }}
      onOk={() => file && keep.mutate(file)}
    >
      <p className="confirm-content">{t('manage.traceability.importHint')}</p>
      <Form layout="vertical" name="trace-import">
        <Form.Item label={t('manage.traceability.importStep')} htmlFor="trace-import-step">
          <StepSelect
            id="trace-import-step"
            {...(stepId !== undefined && { value: stepId })}
            onChange={(chosen) => {
              setStepId(chosen);
              setFile(undefined);
              preview.reset();
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
                  void download(`${traceabilities.path}/importTemplate?stepId=${stepId}&format=${format}`, `${step.stepName}.${format}`, {
                    method: 'POST',
                    body: new URLSearchParams(),
                  })
                }
              >
                {t(`manage.traceability.importTemplate.${format}`)}
              </Button>
            ))}
          </p>
          <FileDrop
            accept=".xlsx,.csv"
            file={file}
            onFile={(given) => {
              setFile(given);
              preview.mutate(given);
            }}
          />
        </>
      )}
      <ImportOutcome file={file} preview={preview} />
    </Modal>
  );
}
