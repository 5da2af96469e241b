import { batches, type CodeExport, codes, exportBatch, printOrders } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, type TableColumnType, Tooltip } from 'antd';
import { useState } from 'react';
import { getOf } from '../../../data/api.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { bytesText } from '../../../ui/bytes.ts';
import { actionsColumn, CodeBadge } from '../../../ui/columns.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { instantOf, TimeText } from '../../../ui/times.tsx';
import { spanText } from './bar-geometry.ts';
import type { Batch } from './batch-steps.ts';
import { PrintOrderDialog } from './print-order-dialog.tsx';
import { saveManifest } from './save-manifest.ts';

/** Locale keys of an export's fields. */
const exportNoun = { word: (field: string) => `manage.codeExport.${field}` };

/** Milliseconds after its request during which an export counts as pending. */
const SOON = 60_000;

const underWay = ({ state, createTime }: CodeExport) =>
  state === 'sending' || (state === 'open' && Date.now() - instantOf(createTime) < SOON);

/** Exports of a batch; polled every two seconds while one is pending. */
export const exportsOf = (batchId: number) => ({
  ...getOf<CodeExport[]>(batches, `/${batchId}/exports`),
  meta: { ownErrors: true },
  refetchInterval: ({ state }: { state: { data?: CodeExport[] | undefined } }) => (state.data?.some(underWay) ? 2000 : (false as const)),
});

export function BatchExports({ batch, onExport, offered }: { batch: Batch; onExport: () => void; offered: boolean }) {
  const t = useWords();
  const { batchId } = batch;
  const files = useQuery(exportsOf(batchId));
  const [asking, setConfirming] = useState(false);
  const seesPrintOrders = usePermission(printOrders.permission('list'));
  const askFor = offered && (
    <Can do={[exportBatch.permission]}>
      <Button type="primary" onClick={onExport}>
        {t('manage.batch.do.exportCodes')}
      </Button>
      <Button onClick={() => setConfirming(true)}>{t('manage.handover.do.ask')}</Button>
    </Can>
  );
  const handed = seesPrintOrders && <RowLink to={`${printOrders.path}?batchId=${batchId}`}>{t('manage.handover.ofBatch')}</RowLink>;
  const dialog = asking && <PrintOrderDialog batch={batch} onClose={() => setConfirming(false)} />;
  if (files.error && !files.data) return <Failed error={files.error} onRetry={() => void files.refetch()} />;
  if (!files.data) return <Waiting rows={4} />;
  if (files.data.length === 0)
    return (
      <Nothing text={t('manage.codeExport.none')}>
        {askFor}
        {handed}
        {dialog}
      </Nothing>
    );
  const columns: TableColumnType<CodeExport>[] = [
    { key: 'createTime', title: t('common.field.createTime'), render: (_, { createTime }) => <TimeText value={createTime} /> },
    {
      key: 'state',
      title: t('manage.codeExport.state'),
      render: (_, { state }) => <CodeBadge of={exportNoun} field="state" value={state} />,
    },
    {
      key: 'format',
      title: t('manage.codeExport.format'),
      render: (_, { format, columns: names }) => (
        <Tooltip title={names.map((name) => t(`manage.codeExport.column.${name}`)).join(t('kit.joint'))}>
          <span className="mono-text">{format.toUpperCase()}</span>
        </Tooltip>
      ),
    },
    {
      key: 'range',
      title: t('manage.batch.range'),
      render: (_, { level, from, to }) => (
        <span className="numeral">
          {level > 0 && `${t(codes.word(`level.${level}`))} `}
          {spanText({ from, to })}
        </span>
      ),
    },
    {
      key: 'sentCount',
      title: t('manage.codeExport.sentCount'),
      align: 'right',
      className: 'numeral',
      render: (_, { sentCount, from, to }) =>
        sentCount === to - from + 1 ? groupDigits(sentCount) : `${groupDigits(sentCount)} / ${groupDigits(to - from + 1)}`,
    },
    { key: 'bytes', title: t('manage.codeExport.bytes'), align: 'right', className: 'numeral', render: (_, { bytes }) => bytesText(bytes) },
    {
      key: 'sha256',
      title: t('manage.codeExport.sha256'),
      render: (_, { sha256 }) => (sha256 ? <span className="hash">{<Mono>{sha256}</Mono>}</span> : <span className="none">—</span>),
    },
    { key: 'createBy', title: t('common.field.createBy'), dataIndex: 'createBy' },
    actionsColumn(
      t,
      ({ exportId, state }) =>
        state === 'done' && (
          <Can do={[exportBatch.permission]}>
            <button type="button" className="row-link" onClick={() => void saveManifest(batchId, exportId)}>
              {t('manage.codeExport.manifest')}
            </button>
          </Can>
        ),
    ),
  ];
  return (
    <>
      <div className="tab-filters">
        {askFor}
        {handed}
        <span className="none">{t('manage.codeExport.once')}</span>
      </div>
      <SubTable rowKey="exportId" columns={columns} dataSource={files.data} />
      {dialog}
    </>
  );
}
