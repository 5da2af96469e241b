import { type CodeExport, codeExports, codeManifest, codes, exportBatch, type PrintOrderInput, printOrders } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, type TableColumnType, Tooltip } from 'antd';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call, endpointQueryOptions } from '../../../data/api.ts';
import { asApiError, isSessionExpired } from '../../../data/api-error.ts';
import { saveText } from '../../../data/download.ts';
import { translate, useTranslations } from '../../../data/i18n.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { actionsColumn, CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { formatBytes } from '../../../ui/format-amount.ts';
import { groupDigits, ordinalRange } from '../../../ui/number-format.ts';
import { LinkButton, RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, QueryState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { instantOf, TimeText } from '../../../ui/time-format.tsx';
import { UserName } from '../../../ui/user-name.tsx';
import type { Batch } from './batch-steps.ts';
import { PrintOrderDialog } from './print-order-dialog.tsx';
import { TabTools } from './rows.tsx';

/** Saves the manifest as the printing house reads it, without the API's response envelope. */
async function saveManifest(batchId: number, exportId: number): Promise<void> {
  try {
    const manifest = await call(codeManifest, { id: batchId, exportId });
    saveText(`${JSON.stringify(manifest, null, 2)}\n`, `${manifest.file}.manifest.json`, 'application/json');
  } catch (error) {
    const apiError = asApiError(error);
    if (!isSessionExpired(error)) shellServices.notify('error', apiError?.msg ?? translate('kit.downloadFailed'), apiError?.detail);
  }
}

/** Locale keys of an export's fields. */
const exportNoun = { word: (field: string) => `manage.codeExport.${field}` };

/** Milliseconds after its request during which an export counts as pending. */
const PENDING_MS = 60_000;

const isPending = ({ state, createTime }: CodeExport) =>
  state === 'sending' || (state === 'open' && Date.now() - instantOf(createTime) < PENDING_MS);

/** Exports of a batch; polled every two seconds while one is pending. */
export const exportsQueryOptions = (batchId: number) => ({
  ...endpointQueryOptions(codeExports, { id: batchId }),
  meta: { ownErrors: true },
  refetchInterval: ({ state }: { state: { data?: CodeExport[] | undefined } }) => (state.data?.some(isPending) ? 2000 : (false as const)),
});

export function BatchExports({ batch, onExport, canExport }: { batch: Batch; onExport: () => void; canExport: boolean }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { batchId } = batch;
  const files = useQuery(exportsQueryOptions(batchId));
  // the pages of print orders ask for the form: empty, or filled in as an earlier order
  const requestedForm: Partial<PrintOrderInput> | undefined = useLocation().state?.print;
  const [isDialogOpen, setDialogOpen] = useState(false);
  const canListPrintOrders = usePermission(printOrders.permission('list'));
  const hasExportRight = usePermission(exportBatch.permission);
  const exportButtons = canExport && (
    <Can do={[exportBatch.permission]}>
      <Button type="primary" onClick={onExport}>
        {t('manage.batch.do.exportCodes')}
      </Button>
      <Button onClick={() => setDialogOpen(true)}>{t('manage.handover.do.ask')}</Button>
    </Can>
  );
  const printOrdersLink = canListPrintOrders && (
    <RowLink to={`${printOrders.path}?batchId=${batchId}`}>{t('manage.handover.ofBatch')}</RowLink>
  );
  const closeDialog = async (handoverId?: number) => {
    setDialogOpen(false);
    // so that neither a reload nor the way back opens the form again
    if (requestedForm) await navigate('?tab=exports', { replace: true });
    if (handoverId !== undefined && canListPrintOrders) await navigate(`${printOrders.path}/${handoverId}`);
  };
  const dialog = (isDialogOpen || requestedForm) && <PrintOrderDialog batch={batch} initialValues={requestedForm} onClose={closeDialog} />;
  if (!files.data) return <QueryState query={files} rows={4} />;
  if (files.data.length === 0)
    return (
      <EmptyState text={t(hasExportRight ? 'manage.codeExport.none' : 'manage.codeExport.none.rightless')}>
        {exportButtons}
        {printOrdersLink}
        {dialog}
      </EmptyState>
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
        <span className="tabular-nums">
          {level > 0 && `${t(codes.word(`level.${level}`))} `}
          {ordinalRange(from, to)}
        </span>
      ),
    },
    {
      key: 'sentCount',
      title: t('manage.codeExport.sentCount'),
      align: 'right',
      className: 'tabular-nums',
      render: (_, { sentCount, from, to }) =>
        sentCount === to - from + 1 ? groupDigits(sentCount) : `${groupDigits(sentCount)} / ${groupDigits(to - from + 1)}`,
    },
    {
      key: 'bytes',
      title: t('manage.codeExport.bytes'),
      align: 'right',
      className: 'tabular-nums',
      render: (_, { bytes }) => formatBytes(bytes),
    },
    {
      key: 'sha256',
      title: t('manage.codeExport.sha256'),
      render: (_, { sha256 }) =>
        sha256 ? (
          <span className="[&_.mono-text]:max-w-28 [&_.mono-text]:truncate">
            <CopyableText>{sha256}</CopyableText>
          </span>
        ) : (
          <span className="text-muted">—</span>
        ),
    },
    { key: 'createBy', title: t('common.field.createBy'), render: (_, { createBy }) => <UserName login={createBy} /> },
    actionsColumn(
      t,
      ({ exportId, state }) =>
        state === 'done' && (
          <Can do={[exportBatch.permission]}>
            <LinkButton onClick={() => void saveManifest(batchId, exportId)}>{t('manage.codeExport.manifest')}</LinkButton>
          </Can>
        ),
    ),
  ];
  return (
    <>
      <TabTools>
        {exportButtons}
        {printOrdersLink}
        <span className="text-muted">{t('manage.codeExport.once')}</span>
      </TabTools>
      <SubTable rowKey="exportId" columns={columns} dataSource={files.data} />
      {dialog}
    </>
  );
}
