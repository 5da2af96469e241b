import {
  approveSupplement,
  type BatchSupplement,
  batches,
  batchSupplements,
  codes,
  MAX_BATCH_QUANTITY,
  rejectSupplement,
  requestSupplement,
  withdrawSupplement,
} from '@suyuan/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Form, Input, type TableColumnType } from 'antd';
import { useState } from 'react';
import { call, endpointQueryOptions, useCall, useRefetch } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can, usePermissions } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { actionsColumn, CodeBadge, RowActionGroup } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NumberFormItem } from '../../../ui/number-form-item.tsx';
import { groupDigits, ordinalRange } from '../../../ui/number-format.ts';
import { EmptyState, QueryState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { UserName } from '../../../ui/user-name.tsx';
import type { Batch } from './batch-steps.ts';
import { TabTools } from './rows.tsx';

const supplementNoun = { word: (field: string) => `manage.batch.supplement.${field}` };

const supplementsQueryOptions = (batchId: number) => ({
  ...endpointQueryOptions(batchSupplements, { id: batchId }),
  meta: { ownErrors: true },
});

type SupplementDecision = 'approve' | 'reject' | 'withdraw';

export function BatchSupplements({ batch }: { batch: Batch }) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const { batchId, batchNo } = batch;
  const [isDialogOpen, setDialogOpen] = useState(false);
  const list = useQuery(supplementsQueryOptions(batchId));
  const decide = useMutation({
    mutationFn: async ({
      supplementId,
      decision,
      reason = '',
    }: {
      supplementId: number;
      decision: SupplementDecision;
      reason?: string;
    }) => {
      const key = { id: batchId, supplementId };
      if (decision === 'reject') await call(rejectSupplement, { ...key, reason });
      else await call(decision === 'approve' ? approveSupplement : withdrawSupplement, key);
    },
    onSettled: useRefetch(batches.path, codes.path),
  });
  const confirmDecision = (decision: SupplementDecision, { supplementId, quantity }: BatchSupplement) => {
    const step = t(`manage.batch.supplement.do.${decision}`);
    const options = {
      title: t(`manage.batch.supplement.${decision}Ask`, { batchNo, count: groupDigits(quantity) }),
      okText: step,
      danger: decision !== 'approve',
      ...(decision === 'reject' && { reason: 'required' as const }),
    };
    void confirm(options, async ({ reason }) => {
      await decide.mutateAsync({ supplementId, decision, ...(reason && { reason }) });
      shellServices.notify('success', t('manage.batch.supplement.done', { batchNo, verdict: decision }));
    });
  };
  const isIssued = batch.state === 'issued' || batch.state === 'active';
  const pending = list.data?.some(({ state }) => state === 'pending');
  const requestButton = isIssued && !pending && (
    <Can do={[batches.permission('supplement')]}>
      <Button onClick={() => setDialogOpen(true)}>{t('manage.batch.supplement.ask')}</Button>
    </Can>
  );
  if (!list.data) return <QueryState query={list} rows={3} />;
  const availableDecisions = ({ state, own }: BatchSupplement): SupplementDecision[] =>
    state !== 'pending'
      ? []
      : own
        ? hasPermi(batches.permission('supplement'))
          ? ['withdraw']
          : []
        : hasPermi(batches.permission('approveSupplement'))
          ? ['approve', 'reject']
          : [];
  const columns: TableColumnType<BatchSupplement>[] = [
    {
      key: 'quantity',
      title: t('manage.batch.supplement.quantity'),
      align: 'right',
      className: 'tabular-nums',
      render: (_, { quantity }) => groupDigits(quantity),
    },
    {
      key: 'state',
      title: t('manage.batch.supplement.state'),
      render: (_, { state }) => <CodeBadge of={supplementNoun} field="state" value={state} />,
    },
    {
      key: 'range',
      title: t('manage.batch.range'),
      render: (_, { from, to }) =>
        from === null || to === null ? (
          <span className="text-muted">—</span>
        ) : (
          <span className="tabular-nums">{ordinalRange(from, to)}</span>
        ),
    },
    {
      key: 'reason',
      title: t('manage.batch.supplement.reason'),
      render: (_, { reason, stateReason }) => (stateReason ? t('kit.aside', { what: reason, more: stateReason }) : reason),
    },
    { key: 'createBy', title: t('manage.batch.supplement.createBy'), render: (_, { createBy }) => <UserName login={createBy} /> },
    { key: 'createTime', title: t('common.field.createTime'), render: (_, { createTime }) => <TimeText value={createTime} /> },
    {
      key: 'judgeBy',
      title: t('manage.batch.supplement.judgeBy'),
      render: (_, { judgeBy }) => (judgeBy ? <UserName login={judgeBy} /> : <span className="text-muted">—</span>),
    },
    actionsColumn(t, (supplement) => (
      <RowActionGroup>
        {availableDecisions(supplement).map((decision) => (
          <button
            key={decision}
            type="button"
            className={decision === 'approve' ? 'text-link' : 'text-link text-danger! hover:text-danger!'}
            onClick={() => confirmDecision(decision, supplement)}
          >
            {t(`manage.batch.supplement.do.${decision}`)}
          </button>
        ))}
      </RowActionGroup>
    )),
  ];
  return (
    <>
      {list.data.length === 0 ? (
        <EmptyState text={t('manage.batch.supplement.none')}>{requestButton}</EmptyState>
      ) : (
        <>
          <TabTools>{requestButton}</TabTools>
          <SubTable rowKey="supplementId" columns={columns} dataSource={list.data} />
        </>
      )}
      {isDialogOpen && <SupplementDialog batch={batch} onClose={() => setDialogOpen(false)} />}
    </>
  );
}

function SupplementDialog({ batch: { batchId, batchNo }, onClose }: { batch: Batch; onClose: () => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<{ quantity: number; reason: string }>();
  const requestCodes = useCall(requestSupplement, { ownErrors: true });
  return (
    <FormDialog
      form={form}
      name="supplement"
      title={`${t('manage.batch.supplement.ask')} ${batchNo}`}
      okText={t('manage.batch.supplement.ask')}
      initialFocus="quantity"
      onSubmit={async (values) => {
        await requestCodes.mutateAsync({ id: batchId, ...values });
        shellServices.notify('success', t('manage.batch.supplement.requested', { count: groupDigits(values.quantity) }));
      }}
      onClose={onClose}
    >
      <p className="mt-0 mb-4 whitespace-pre-line">{t('manage.batch.supplement.hint')}</p>
      <NumberFormItem
        name="quantity"
        label={t('manage.batch.supplement.quantity')}
        required
        min={1}
        max={MAX_BATCH_QUANTITY}
        controls={false}
        className="w-full!"
        grouped
      />
      <Form.Item
        name="reason"
        label={t('manage.batch.supplement.reason')}
        rules={[{ required: true, message: t('issue.required', { field: t('manage.batch.supplement.reason') }) }]}
      >
        <Input maxLength={200} />
      </Form.Item>
    </FormDialog>
  );
}
