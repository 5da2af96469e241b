import { suppliers, type TraceRecord, traceLifeCycle, traceRecords, traceSheetTemplate } from '@suyuan/contract';
import { Button, Form, Segmented } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { urlOf } from '../../../data/api.ts';
import { download } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can } from '../../../data/permission.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { FileDrop } from '../../../ui/file-inputs.tsx';
import { MountedModal } from '../../../ui/form-parts.tsx';
import { ImportResult, useImport } from '../../../ui/import-result.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RecordName } from '../../../ui/record-view.tsx';
import { RegionText } from '../../../ui/region-text.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { LinkButton, RowLink } from '../../../ui/row-link.tsx';
import { CategoryName } from '../../catalog/shared/category-select.tsx';
import { StepSelect, useStep } from './step-select.tsx';
import { fillPath, recordPath, subjectText, TraceNav, tracePath, traceTones } from './trace-display.tsx';
import { useBulkTraceStep, useTraceLifeCycle } from './use-trace-step.ts';

function TraceImport({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const [kind, setKind] = useState<'table' | 'epcis'>('table');
  const [stepId, setStepId] = useState<number>();
  const [file, setFile] = useState<File>();
  const getUrl = (params: URLSearchParams) => {
    if (kind === 'table') params.set('stepId', String(stepId));
    return `${traceRecords.path}/${kind === 'table' ? 'importData' : 'importEpcis'}?${params}`;
  };
  const { preview, saveImport, progress } = useImport({ path: traceRecords.path, getUrl, onDone: onClose });
  const { count = 0, bad = 0 } = preview.data ?? {};
  const { step } = useStep(stepId);
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
    <MountedModal
      title={t('manage.traceability.importRecords')}
      onCancel={onClose}
      width={640}
      okText={!preview.data ? t('kit.import') : bad ? t('kit.importGood', { count }) : t('kit.importAll', { count })}
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
      <p className="my-3 whitespace-pre-line">
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
              <p>
                {t('manage.traceability.importTemplate', { step: step.stepName })}
                {(['xlsx', 'csv'] as const).map((format) => (
                  <Button
                    key={format}
                    type="link"
                    size="small"
                    onClick={() =>
                      void download(urlOf(traceSheetTemplate, { stepId, format }), `${step.stepName}.${format}`, {
                        method: 'POST',
                        body: new URLSearchParams(),
                      })
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
    </MountedModal>
  );
}

/** Trace records of all batches: filled in, verified by a second person, published to consumers. */
export default function TracePage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { offer } = useTraceLifeCycle();
  const runStepForAll = useBulkTraceStep();
  /** A draft is submitted from its form. */
  const nextStepOf = (record: TraceRecord) => (record.state === 'draft' ? undefined : offer(record).next);
  const tracePathOf = ({ batchId, ordinalFrom, subject }: TraceRecord) => tracePath(batchId, subject === 'code' ? ordinalFrom : undefined);
  const bulkButton = (move: 'verify' | 'publish', records: TraceRecord[], clear: () => void) => {
    const eligible = records.filter(({ state }) => (traceLifeCycle.steps[move].from as readonly string[]).includes(state));
    return (
      <Can do={[traceRecords.permission(move)]}>
        <Button disabled={eligible.length === 0} onClick={() => void runStepForAll(move, eligible).then(clear)}>
          {t(move === 'verify' ? 'manage.traceability.selectVerify' : 'manage.traceability.selectPublish')} {eligible.length || ''}
        </Button>
      </Can>
    );
  };
  return (
    <ResourcePage
      resource={traceRecords}
      nav={<TraceNav current="records" />}
      detail={({ traceRecordId }) => recordPath(traceRecordId)}
      formPath={(record) => fillPath(record?.traceRecordId)}
      isEditable={({ state }) => state === 'draft'}
      isRemovable={({ state }) => state === 'draft'}
      cells={{
        state: (state) => <CodeBadge of={traceRecords} field="state" value={state} tone={traceTones[state]} />,
        subject: (_, record) => subjectText(record, t),
        regionName: (name) => <RegionText name={name} />,
      }}
      filterControls={{
        batchSupplierId: <RecordSelect of={suppliers} label="supplierName" note="supplierCode" allowClear />,
        eventBeginTime: <RangeFilter prefix="event" label={t('manage.traceability.eventTime')} />,
      }}
      filterText={{
        catalogueId: (id) => <CategoryName kind="traceability" id={id} />,
        batchSupplierId: (id) => <RecordName of={suppliers} field="supplierName" id={id} />,
      }}
      importDialog={(onClose) => <TraceImport onClose={onClose} />}
      rowActions={(record) => {
        const next = nextStepOf(record);
        return next ? (
          <LinkButton onClick={next.onClick}>{next.label}</LinkButton>
        ) : (
          <RowLink to={tracePathOf(record)}>{t('manage.traceability.openTrace')}</RowLink>
        );
      }}
      moreActions={(record) =>
        nextStepOf(record)
          ? [{ key: 'trace', label: t('manage.traceability.openTrace'), onClick: () => void navigate(tracePathOf(record)) }]
          : []
      }
      selectedActions={(records, clear) => (
        <>
          {bulkButton('verify', records, clear)}
          {bulkButton('publish', records, clear)}
        </>
      )}
    />
  );
}
