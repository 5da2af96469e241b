import {
  inspectionResults,
  suppliers,
  type Traceability,
  traceabilities,
  traceLifeCycle,
  traceStates,
  traceSubjects,
} from '@suyuan/contract';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { Can, usePermission } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordName } from '../../../ui/record-name.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RegionName, RegionSelect } from '../../../ui/region-select.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { CategoryName } from '../../catalog/shared/category-select.tsx';
import { TraceImport } from './trace-import.tsx';
import { TraceNav } from './trace-nav.tsx';
import { fillPath, recordPath, subjectText, tracePath, traceTones } from './trace-words.ts';
import { useTraceMove } from './use-trace-move.ts';

/** Trace records of all batches: filled in, verified by a second person, published to consumers. */
export default function TracePage() {
  const t = useTranslations();
  const canImport = usePermission(traceabilities.permission('import'));
  const { takeAll: runStepForAll } = useTraceMove();
  const [importing, setImporting] = useState(false);
  const optionsOf = <Value extends string>(field: 'state' | 'subject' | 'inspection', values: readonly Value[]) =>
    values.map((value) => ({ value, label: t(traceabilities.word(`${field}.${value}`)) }));
  const bulkButton = (move: 'verify' | 'publish', records: Traceability[], clear: () => void) => {
    const eligible = records.filter(({ state }) => (traceLifeCycle[move].from as readonly string[]).includes(state));
    return (
      <Can do={[traceabilities.permission(move)]}>
        <Button disabled={eligible.length === 0} onClick={() => void runStepForAll(move, eligible).then(clear)}>
          {t(move === 'verify' ? 'manage.traceability.selectVerify' : 'manage.traceability.selectPublish')} {eligible.length || ''}
        </Button>
      </Can>
    );
  };
  return (
    <>
      <TraceNav current="records" />
      <ResourcePage
        resource={traceabilities}
        detail={({ traceRecordId }) => recordPath(traceRecordId)}
        formPath={(record) => fillPath(record?.traceRecordId)}
        protectionOf={({ state }) => state !== 'draft'}
        columns={[
          columnOf(traceabilities, 'stepName'),
          columnOf(traceabilities, 'state', (state) => (
            <CodeBadge of={traceabilities} field="state" value={state} tone={traceTones[state]} />
          )),
          columnOf(traceabilities, 'batchNo'),
          columnOf(traceabilities, 'categoryName'),
          columnOf(traceabilities, 'subject', (_, record) => subjectText(record, t)),
          columnOf(traceabilities, 'eventTime'),
          columnOf(traceabilities, 'regionName'),
          columnOf(traceabilities, 'partyName'),
        ]}
        filterText={{
          regionCode: (code) => <RegionName code={code} />,
          catalogueId: (id) => <CategoryName kind="traceability" id={id} />,
          batchSupplierId: (id) => <RecordName of={suppliers} field="supplierName" id={id} />,
        }}
        filters={
          <>
            <Form.Item name="batchNo" label={t('manage.traceability.batchNo')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="state" label={t('common.field.state')}>
              <Select options={optionsOf('state', traceStates)} allowClear />
            </Form.Item>
            <Form.Item name="stepName" label={t('manage.traceability.stepName')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="subject" label={t('manage.traceability.subject')}>
              <Select options={optionsOf('subject', traceSubjects)} allowClear />
            </Form.Item>
            <Form.Item name="regionCode" label={t('manage.traceability.regionCode')}>
              <RegionSelect />
            </Form.Item>
            <Form.Item name="batchSupplierId" label={t('manage.traceability.batchSupplierId')}>
              <RecordSelect of={suppliers} label="supplierName" note="supplierCode" allowClear />
            </Form.Item>
            <Form.Item name="inspection" label={t('manage.traceability.inspection')}>
              <Select options={optionsOf('inspection', inspectionResults)} allowClear />
            </Form.Item>
            <RangeFilter prefix="event" label={t('manage.traceability.eventTime')} />
          </>
        }
        onImport={canImport ? () => setImporting(true) : undefined}
        rowActions={({ batchId, ordinalFrom, subject }) => (
          <RowLink to={tracePath(batchId, subject === 'code' ? ordinalFrom : undefined)}>{t('manage.traceability.openTrace')}</RowLink>
        )}
        selectedActions={(records, clear) => (
          <>
            {bulkButton('verify', records, clear)}
            {bulkButton('publish', records, clear)}
          </>
        )}
      />
      {importing && <TraceImport onClose={() => setImporting(false)} />}
    </>
  );
}
