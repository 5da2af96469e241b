import { batches, type CodeImport, codeImportReport, codeImports, importableStates } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useState } from 'react';
import { endpointQueryOptions, urlOf } from '../../../data/api.ts';
import { download } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can } from '../../../data/permission.tsx';
import { actionsColumn, CodeBadge } from '../../../ui/columns.tsx';
import { formatBytes } from '../../../ui/format-amount.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { LinkButton } from '../../../ui/row-link.tsx';
import { EmptyState, QueryState } from '../../../ui/states.tsx';
import type { Tone } from '../../../ui/status-tones.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { UserName } from '../../../ui/user-name.tsx';
import type { Batch } from './batch-steps.ts';
import { ImportCodesDialog } from './import-codes-dialog.tsx';
import { TabTools } from './rows.tsx';

const noun = { word: (field: string) => `manage.codeImport.${field}` };
const tones: Record<CodeImport['state'], Tone> = {
  queued: 'verified',
  done: 'genuine',
  refused: 'grave',
  cancelled: 'quiet',
  failed: 'grave',
};

export function BatchImports({ batch }: { batch: Batch }) {
  const t = useTranslations();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { batchId, state, quantity, issuedCount } = batch;
  const imports = useQuery({
    ...endpointQueryOptions(codeImports, { id: batchId }),
    meta: { ownErrors: true },
    refetchInterval: ({ state: { data } }) => (data?.some((one) => one.state === 'queued') ? 1000 : false),
  });
  if (!imports.data) return <QueryState query={imports} rows={4} />;
  const hasQueuedImport = imports.data.some((one) => one.state === 'queued');
  const importButton = importableStates.includes(state) && issuedCount < quantity && (
    <Can do={[batches.permission('importCodes')]}>
      <Button type="primary" disabled={hasQueuedImport} onClick={() => setDialogOpen(true)}>
        {t('manage.codeImport.do')}
      </Button>
    </Can>
  );
  const dialog = isDialogOpen && <ImportCodesDialog batch={batch} onClose={() => setDialogOpen(false)} />;
  if (imports.data.length === 0)
    return (
      <EmptyState text={t('manage.codeImport.none')}>
        {importButton}
        {dialog}
      </EmptyState>
    );
  return (
    <>
      <TabTools>{importButton}</TabTools>
      <SubTable
        rowKey="importId"
        dataSource={imports.data}
        columns={[
          { key: 'fileName', title: t('manage.codeImport.fileName'), dataIndex: 'fileName' },
          {
            key: 'state',
            title: t('manage.codeImport.state'),
            render: (_, one) =>
              one.state === 'queued' ? (
                <Progress
                  percent={one.lineCount ? Math.floor((100 * one.readLines) / one.lineCount) : 0}
                  size="small"
                  className="min-w-30!"
                  aria-label={t('manage.codeImport.state.queued')}
                />
              ) : (
                <CodeBadge of={noun} field="state" value={one.state} tone={tones[one.state]} />
              ),
          },
          {
            key: 'lineCount',
            title: t('manage.codeImport.lineCount'),
            align: 'right',
            className: 'tabular-nums',
            render: (_, { lineCount }) => groupDigits(lineCount),
          },
          {
            key: 'accepted',
            title: t('manage.codeImport.accepted'),
            align: 'right',
            className: 'tabular-nums',
            render: (_, one) => groupDigits(one.state === 'done' || one.state === 'queued' ? one.accepted : 0),
          },
          {
            key: 'faults',
            title: t('manage.codeImport.faults'),
            render: (_, { faults }) =>
              faults.length === 0 ? (
                <span className="text-muted">—</span>
              ) : (
                <ul className="m-0 max-h-60 list-none overflow-auto p-0">
                  {faults.map(({ cause, lines, firstLine }) => (
                    <li key={cause} className="border-t border-line py-1">
                      {t(`manage.codeImport.cause.${cause}`)} {t('manage.codeImport.faultAt', { lines, line: firstLine })}
                    </li>
                  ))}
                </ul>
              ),
          },
          {
            key: 'bytes',
            title: t('manage.codeImport.bytes'),
            align: 'right',
            className: 'tabular-nums',
            render: (_, { bytes }) => formatBytes(bytes),
          },
          { key: 'createTime', title: t('manage.codeImport.createTime'), render: (_, { createTime }) => <TimeText value={createTime} /> },
          { key: 'createBy', title: t('manage.codeImport.createBy'), render: (_, { createBy }) => <UserName login={createBy} /> },
          actionsColumn<CodeImport>(
            t,
            ({ importId, faults, fileName }) =>
              faults.length > 0 && (
                <LinkButton
                  onClick={() =>
                    void download(urlOf(codeImportReport, { id: batchId, importId }), `${fileName.replace(/\.[^.]*$/, '')}_report.csv`)
                  }
                >
                  {t('manage.codeImport.report')}
                </LinkButton>
              ),
          ),
        ]}
      />
      {dialog}
    </>
  );
}
