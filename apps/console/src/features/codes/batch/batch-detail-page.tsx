import { batches, codes, type Task, tasks, traceRecords } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Dropdown, Progress } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { pageQueryOptions, recordQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can, usePermissions } from '../../../data/permission.tsx';
import { useMediaQuery } from '../../../ui/breakpoint.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { DetailBody } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { BatchCloneDialog, useBatchMenu, useBatchRemoval, useBatchStep } from './batch-actions.tsx';
import { exportsQueryOptions } from './batch-exports.tsx';
import { BatchFields } from './batch-fields.tsx';
import { batchPath } from './batch-list.tsx';
import { BatchFacts, BatchStatusOverview } from './batch-overview.tsx';
import { type Batch, type BatchMove, nextMove } from './batch-steps.ts';
import { BatchEvents, BatchLifecycle, BatchTabs } from './batch-tabs.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { rangePermission, rangeSteps } from './range-panel.tsx';
import './batch.css';
import { groupDigits } from '../../../ui/number-format.ts';

/** Progress of issuing codes. Only the user who started the task sees percentages; others see an indeterminate bar. */
function IssueProgress({ batch }: { batch: Batch }) {
  const t = useTranslations();
  const list = useQuery({ ...pageQueryOptions<Task>(tasks.path, { pageSize: '20' }), refetchInterval: 1000, meta: { ownErrors: true } });
  const task = list.data?.rows.find(({ kind, subject, state }) => kind === 'issueBatch' && subject === batch.batchNo && state !== 'done');
  const percent = task?.total ? Math.floor((100 * task.done) / task.total) : undefined;
  return (
    <div className="issue-progress" role="status">
      <p>{t('manage.batch.issuing', { count: groupDigits(batch.quantity) })}</p>
      <Progress percent={percent ?? 100} status="active" showInfo={percent !== undefined} aria-label={t('manage.batch.state.issuing')} />
      <p className="issue-hint">{t('manage.batch.issuingHint')}</p>
    </div>
  );
}

/** Poll interval while codes are generated, in milliseconds. */
const POLL_INTERVAL_MS = 1000;

export default function BatchDetailPage() {
  const { batchId = '' } = useParams();
  const batchQuery = useQuery({
    ...recordQueryOptions(batches, batchId),
    meta: { ownErrors: true },
    refetchInterval: ({ state }) => (state.data?.state === 'issuing' ? POLL_INTERVAL_MS : false),
  });
  useTabTitle(batchQuery.data?.batchNo);
  if (batchQuery.error && !batchQuery.data)
    return <ErrorState error={batchQuery.error} onRetry={() => void batchQuery.refetch()} listHref={batches.path} />;
  return <div className="page">{batchQuery.data ? <BatchDetail batch={batchQuery.data} /> : <LoadingState rows={12} />}</div>;
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
  const hasAside = useMediaQuery('(min-width: 1200px)') && issued;
  const exports = useQuery({ ...exportsQueryOptions(batchId), enabled: issued });
  const { runStep, busy } = useBatchStep();
  const remove = useBatchRemoval();

  const move = (step: BatchMove) => (step === 'exportCodes' ? setExporting(true) : void runStep(step, batch));
  const next = nextMove(
    batch,
    hasPermi,
    exports.data?.some((file) => file.state !== 'expired'),
  );
  const menuItems = useBatchMenu(
    {
      batch,
      onMove: move,
      onEdit: () => setEditing(true),
      onRemove: async () => (await remove(batch)) && void navigate('/manage/batch'),
      onClone: () => setCloning(true),
    },
    [next],
  );
  const canSelectRange = rangeSteps(batch).some((step) => hasPermi(rangePermission(step)));
  const canListCodes = issued && hasPermi(codes.permission('list'));
  const isStopped = state === 'frozen' || state === 'recalled' || state === 'void' || state === 'cancelled';

  return (
    <>
      <PageHeader
        title={<CopyableText>{batchNo}</CopyableText>}
        titleExtra={<CodeBadge of={batches} field="state" value={state} />}
        actions={
          <>
            <Can do={[traceRecords.permission('read')]}>
              <RowLink to={`${traceRecords.path}/batch/${batchId}`}>{t('manage.traceability.trace')}</RowLink>
            </Can>
            {next && (
              <Button type="primary" loading={busy} onClick={() => move(next)}>
                {t(`manage.batch.do.${next}`)}
              </Button>
            )}
            {menuItems && menuItems.length > 0 && (
              <Dropdown menu={{ items: menuItems }} trigger={['click']}>
                <Button aria-label={t('kit.moreOf', { name: batchNo })} icon={<Icon name="more" />} />
              </Dropdown>
            )}
          </>
        }
      />
      {stateReason && (
        <Alert
          type={isStopped ? 'error' : 'warning'}
          showIcon
          className="batch-why"
          title={t('manage.batch.why', { reason: stateReason })}
        />
      )}
      <BatchFacts batch={batch} />
      <BatchLifecycle batch={batch} />
      <section className="card batch-card" aria-labelledby="batch-codes-title">
        <h2 id="batch-codes-title">{t('manage.batch.barTitle')}</h2>
        {state === 'issuing' && <IssueProgress batch={batch} />}
        {!issued && state !== 'issuing' && <p className="bar-empty">{t('manage.batch.barEmpty')}</p>}
        {issued && (
          <BatchStatusOverview
            key={batchId}
            batch={batch}
            isSelectable={canSelectRange}
            onSelect={(status) => updateQuery({ tab: 'codes', status, ordinalFrom: undefined })}
          />
        )}
      </section>
      <DetailBody {...(hasAside && { aside: <BatchEvents batchId={batchId} />, asideTitle: t('manage.batch.history') })}>
        <BatchTabs
          key={batchId}
          batch={batch}
          query={query}
          updateQuery={updateQuery}
          canListCodes={canListCodes}
          exportCount={exports.data?.length}
          withEvents={!hasAside}
          onExport={() => setExporting(true)}
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
