import { batches, codes, traceabilities } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { readOf } from '../../../data/api.ts';
import { useListQuery } from '../../../data/list-query.ts';
import { Can, useRights } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { DetailBody } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { useMedia } from '../../../ui/viewport.ts';
import { BatchCloneDialog } from './batch-clone-dialog.tsx';
import { BatchEvents } from './batch-events.tsx';
import { exportsOf } from './batch-exports.tsx';
import { BatchFacts } from './batch-facts.tsx';
import { BatchFields } from './batch-fields.tsx';
import { BatchLife } from './batch-life.tsx';
import { batchPath } from './batch-list-columns.tsx';
import { BatchPicture } from './batch-picture.tsx';
import { useBatchMenu } from './batch-row-actions.tsx';
import { type Batch, type BatchMove, nextMove } from './batch-steps.ts';
import { BatchTabs } from './batch-tabs.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { IssueProgress } from './issue-progress.tsx';
import { rangePermission, rangeSteps } from './range-panel.tsx';
import { useBatchRemoval } from './use-batch-removal.ts';
import { useBatchStep } from './use-batch-step.ts';
import './batch.css';

/** Poll interval while codes are generated, in milliseconds. */
const PULSE = 1000;

export default function BatchDetailPage() {
  const { batchId = '' } = useParams();
  const read = useQuery({
    ...readOf(batches, batchId),
    meta: { ownErrors: true },
    refetchInterval: ({ state }) => (state.data?.state === 'issuing' ? PULSE : false),
  });
  useTabTitle(read.data?.batchNo);
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} back={batches.path} />;
  return <div className="page">{read.data ? <BatchDetail batch={read.data} /> : <Waiting rows={12} />}</div>;
}

function BatchDetail({ batch }: { batch: Batch }) {
  const t = useWords();
  const { hasPermi } = useRights();
  const navigate = useNavigate();
  const { batchId, batchNo, state, stateReason, issuedCount } = batch;
  const issued = issuedCount > 0;
  const [editing, setEditing] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [cloning, setCloning] = useState(false);
  const [tab, narrow] = useListQuery();
  const beside = useMedia('(min-width: 1200px)') && issued;
  const exports = useQuery({ ...exportsOf(batchId), enabled: issued });
  const { take, busy } = useBatchStep();
  const remove = useBatchRemoval();

  const move = (wanted: BatchMove) => (wanted === 'exportCodes' ? setExporting(true) : void take(wanted, batch));
  const next = nextMove(
    batch,
    hasPermi,
    exports.data?.some((file) => file.state !== 'expired'),
  );
  const items = useBatchMenu(
    {
      batch,
      onMove: move,
      onEdit: () => setEditing(true),
      onRemove: async () => (await remove(batch)) && void navigate('/manage/batch'),
      onClone: () => setCloning(true),
    },
    [next],
  );
  const choosing = rangeSteps(batch).some((step) => hasPermi(rangePermission(step)));
  const seesCodes = issued && hasPermi(codes.permission('list'));
  const stopped = state === 'frozen' || state === 'recalled' || state === 'void' || state === 'cancelled';

  return (
    <>
      <PageHeader
        title={<Mono>{batchNo}</Mono>}
        beside={<CodeBadge of={batches} field="state" value={state} />}
        actions={
          <>
            <Can do={[traceabilities.permission('read')]}>
              <RowLink to={`${traceabilities.path}/batch/${batchId}`}>{t('manage.traceability.trace')}</RowLink>
            </Can>
            {next && (
              <Button type="primary" loading={busy} onClick={() => move(next)}>
                {t(`manage.batch.do.${next}`)}
              </Button>
            )}
            {items && items.length > 0 && (
              <Dropdown menu={{ items }} trigger={['click']}>
                <Button aria-label={t('kit.moreOf', { name: batchNo })} icon={<Icon name="more" />} />
              </Dropdown>
            )}
          </>
        }
      />
      {stateReason && (
        <Alert type={stopped ? 'error' : 'warning'} showIcon className="batch-why" title={t('manage.batch.why', { reason: stateReason })} />
      )}
      <BatchFacts batch={batch} />
      <BatchLife batch={batch} />
      <section className="card batch-card" aria-labelledby="batch-codes-title">
        <h2 id="batch-codes-title">{t('manage.batch.barTitle')}</h2>
        {state === 'issuing' && <IssueProgress batch={batch} />}
        {!issued && state !== 'issuing' && <p className="bar-empty">{t('manage.batch.barEmpty')}</p>}
        {issued && (
          <BatchPicture
            key={batchId}
            batch={batch}
            choosing={choosing}
            onPick={(status) => narrow({ tab: 'codes', status, ordinalFrom: undefined })}
          />
        )}
      </section>
      <DetailBody {...(beside && { aside: <BatchEvents batchId={batchId} />, asideTitle: t('manage.batch.history') })}>
        <BatchTabs
          key={batchId}
          batch={batch}
          tab={tab}
          narrow={narrow}
          seesCodes={seesCodes}
          exportCount={exports.data?.length}
          withEvents={!beside}
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
