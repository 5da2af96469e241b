import { batches, codes, ownTasks, traceRecords } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Progress, Tag } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { endpointQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can, usePermissions } from '../../../data/permission.tsx';
import { useMediaQuery } from '../../../ui/breakpoint.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { DetailBody } from '../../../ui/detail.tsx';
import { DetailPage } from '../../../ui/detail-page.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useConfirmRemove } from '../../../ui/record-actions.ts';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { BatchCloneDialog, useBatchLifeCycle, useBatchMenu } from './batch-actions.tsx';
import { exportsQueryOptions } from './batch-exports.tsx';
import { BatchFields } from './batch-fields.tsx';
import { batchPath } from './batch-list.tsx';
import { BatchFacts, BatchStatusOverview, BatchTitle, NoBar } from './batch-overview.tsx';
import type { Batch } from './batch-steps.ts';
import { BatchEvents, BatchLifeCycle, BatchTabs, batchEventsQueryOptions } from './batch-tabs.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { rangePermission, rangeSteps } from './range-panel.tsx';

/** Progress of issuing codes. Only the user who started the task sees percentages; others see an indeterminate bar. */
function IssueProgress({ batch }: { batch: Batch }) {
  const t = useTranslations();
  const list = useQuery({ ...endpointQueryOptions(ownTasks, { pageSize: 20 }), refetchInterval: 1000, meta: { ownErrors: true } });
  const task = list.data?.rows.find(({ kind, subject, state }) => kind === 'issueBatch' && subject === batch.batchNo && state !== 'done');
  const percent = task?.total ? Math.floor((100 * task.done) / task.total) : undefined;
  return (
    <div role="status">
      <p className="m-0">{t('manage.batch.issuing', { count: groupDigits(batch.quantity) })}</p>
      <Progress percent={percent ?? 100} status="active" showInfo={percent !== undefined} aria-label={t('manage.batch.state.issuing')} />
      <p className="m-0 text-xs text-muted">{t('manage.batch.issuingHint')}</p>
    </div>
  );
}

/** Poll interval while codes are generated, in milliseconds. */
const POLL_INTERVAL_MS = 1000;

export default function BatchDetailPage() {
  const { batchId = '' } = useParams();
  return (
    <DetailPage
      hasLifeCycle
      of={batches}
      id={batchId}
      titleOf={({ batchNo }) => batchNo}
      refetchInterval={({ state }) => state === 'issuing' && POLL_INTERVAL_MS}
    >
      {(batch) => <BatchDetail batch={batch} />}
    </DetailPage>
  );
}

function BatchDetail({ batch }: { batch: Batch }) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const navigate = useNavigate();
  const { batchId, batchNo, state, stateReason, issuedCount } = batch;
  const issued = issuedCount > 0;
  const [editing, setEditing] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [cloning, setCloning] = useState(false);
  const [query, updateQuery] = useListQuery();
  const hasAside = useMediaQuery('(min-width: 1200px)');
  const exports = useQuery({ ...exportsQueryOptions(batchId), enabled: issued });
  const events = useQuery({ ...batchEventsQueryOptions(batchId), enabled: issued, meta: { ownErrors: true } });
  const lifeCycle = useBatchLifeCycle(() => setExporting(true));
  const remove = useConfirmRemove(
    batches,
    () => batchNo,
    () => void navigate('/manage/batch'),
  );

  const isExported = exports.data?.some(({ state: fileState }) => fileState !== 'expired');
  const isPrinted = events.data?.some(({ action }) => action === 'handOver');
  const offer = lifeCycle.offer(batch, isExported || isPrinted);
  const { next, others } = offer;
  const menuItems = useBatchMenu(
    {
      batch,
      offer,
      onEdit: () => setEditing(true),
      onRemove: () => void remove([batch]),
      onClone: () => setCloning(true),
    },
    true,
  );
  const canSelectRange = rangeSteps(batch).some((step) => hasPermi(rangePermission(step)));
  const canListCodes = issued && hasPermi(codes.permission('list'));
  const heading = (
    <h2 id="batch-codes-title" className={`text-base/6 font-semibold ${issued ? 'm-0!' : 'mb-2!'}`}>
      {t('manage.batch.barTitle')}
    </h2>
  );

  const codesCard = (
    <section className={`card px-6 max-md:px-4 ${issued ? 'mb-4 py-2' : 'py-4'}`} aria-labelledby="batch-codes-title">
      {!issued && heading}
      {state === 'issuing' && <IssueProgress batch={batch} />}
      {!issued && state !== 'issuing' && <NoBar>{t('manage.batch.barEmpty')}</NoBar>}
      {issued && (
        <BatchStatusOverview
          key={batchId}
          batch={batch}
          heading={heading}
          isSelectable={canSelectRange}
          onSelect={(status) => updateQuery({ tab: 'codes', status, ordinalFrom: undefined })}
        />
      )}
    </section>
  );

  return (
    <>
      <PageHeader
        title={<BatchTitle batch={batch} />}
        titleExtra={
          <>
            <CodeBadge of={batches} field="state" value={state} />
            {batch.legalHold && (
              <TermTooltip explanation={t('manage.batch.legalHold.tip')}>
                <Tag className="ms-2">{t('manage.batch.legalHold')}</Tag>
              </TermTooltip>
            )}
          </>
        }
        cause={stateReason ? t('manage.batch.why', { reason: stateReason }) : lifeCycle.waitText(batch)}
        actions={
          <>
            <Can do={[traceRecords.permission('read')]}>
              <RowLink to={`${traceRecords.path}/batch/${batchId}`}>{t('manage.traceability.trace')}</RowLink>
            </Can>
            {next && (
              <Button type="primary" loading={lifeCycle.busy} onClick={next.onClick}>
                {next.label}
              </Button>
            )}
            <MoreMenu name={batchNo} items={menuItems} />
          </>
        }
      />
      <BatchFacts batch={batch}>
        <BatchLifeCycle batch={batch} />
      </BatchFacts>
      {issued && codesCard}
      <DetailBody {...(hasAside && { aside: <BatchEvents batchId={batchId} />, asideTitle: t('manage.batch.history') })}>
        {!issued && codesCard}
        <BatchTabs
          key={batchId}
          batch={batch}
          query={query}
          updateQuery={updateQuery}
          canListCodes={canListCodes}
          exportCount={exports.data?.length}
          withEvents={!hasAside}
          onExport={() => setExporting(true)}
          ship={[...(next ? [next] : []), ...others].find(({ key }) => key === 'ship')}
        />
      </DetailBody>
      {editing && (
        <ResourceForm resource={batches} record={batch} onClose={() => setEditing(false)}>
          <BatchFields />
        </ResourceForm>
      )}
      {cloning && <BatchCloneDialog batch={batch} onClose={() => setCloning(false)} onDone={(id) => void navigate(batchPath(id))} />}
      {exporting && <ExportDialog batch={batch} onClose={() => setExporting(false)} />}
    </>
  );
}
