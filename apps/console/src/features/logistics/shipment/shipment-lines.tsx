import { batches, type Shipment, type ShipmentContent, type ShipmentLine, shipments } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, type TableColumnType } from 'antd';
import { usePermission } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { useTranslations } from '../../../data/words.ts';
import { actionsColumn } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { groupDigits } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';

interface ShipmentLinesProps {
  shipment: Shipment;
  content: ShipmentContent;
  canEdit: boolean;
}

export function ShipmentLines({ shipment: { dispatchId }, content: { lines, concerns }, canEdit }: ShipmentLinesProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const canReadBatches = usePermission(batches.permission('read'));
  const removeLine = useMutation({
    mutationFn: (lineId: number) => request('DELETE', `${shipments.path}/${dispatchId}/lines/${lineId}`),
    onSettled: () => client.invalidateQueries({ queryKey: [shipments.path] }),
  });
  if (lines.length === 0) return <EmptyState text={t('manage.dispatch.contentEmpty')} />;
  const confirmRemoval = async ({ lineId, batchNo, codeCount }: ShipmentLine) => {
    const title = t('manage.dispatch.removeLineAsk', { batchNo, count: groupDigits(codeCount) });
    if (await confirm({ title, okText: t('manage.dispatch.removeLine'), danger: true })) removeLine.mutate(lineId);
  };
  const columns: TableColumnType<ShipmentLine>[] = [
    {
      key: 'batchNo',
      title: t('manage.dispatch.batchId'),
      render: (_, { batchId, batchNo }) =>
        canReadBatches ? (
          <RowLink to={`/manage/batch/${batchId}`} strong>
            {batchNo}
          </RowLink>
        ) : (
          batchNo
        ),
    },
    { key: 'categoryName', title: t('manage.dispatch.line'), dataIndex: 'categoryName' },
    { key: 'level', title: t('manage.dispatch.level'), render: (_, { level }) => t(`manage.dispatch.level.${level as 0 | 1 | 2 | 3}`) },
    {
      key: 'range',
      title: t('manage.dispatch.range'),
      render: (_, { from, to, runCount }) => {
        const rangeTexts = { from: groupDigits(from), to: groupDigits(to), runs: groupDigits(runCount) };
        const rangeText = from === to ? rangeTexts.from : `${rangeTexts.from} – ${rangeTexts.to}`;
        return <span className="numeral">{runCount > 1 ? t('manage.dispatch.scattered', rangeTexts) : rangeText}</span>;
      },
    },
    {
      key: 'codeCount',
      title: <span title={t('manage.dispatch.codeCount.hint')}>{t('manage.dispatch.codeCount')}</span>,
      align: 'right',
      className: 'numeral',
      render: (_, { codeCount }) => groupDigits(codeCount),
    },
  ];
  if (canEdit)
    columns.push(
      actionsColumn(t, (line) => (
        <Button type="link" size="small" danger onClick={() => void confirmRemoval(line)}>
          {t('manage.dispatch.removeLine')}
        </Button>
      )),
    );
  const blockedLineIds = new Set(concerns.filter(({ stops }) => stops).map(({ lineId }) => lineId));
  return (
    <SubTable
      rowKey="lineId"
      columns={columns}
      dataSource={lines}
      pagination={lines.length > 20 ? { pageSize: 20 } : false}
      rowClassName={({ lineId }) => (blockedLineIds.has(lineId) ? 'dispatch-stopped' : '')}
    />
  );
}
