import { type BatchSupplement, batches, codes, LARGEST_RUN } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Modal, type TableColumnType } from 'antd';
import { useState } from 'react';
import { getOf } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { Can, useRights } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { useWords } from '../../../data/words.ts';
import { actionsColumn, CodeBadge } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { NumberItem } from '../../../ui/number-item.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { showRefusal } from '../../../ui/show-refusal.ts';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { TimeText } from '../../../ui/times.tsx';
import { spanText } from './bar-geometry.ts';
import type { Batch } from './batch-steps.ts';

const supplementNoun = { word: (field: string) => `manage.batch.supplement.${field}` };

const supplementsOf = (batchId: number) => ({
  ...getOf<BatchSupplement[]>(batches, `/${batchId}/supplements`),
  meta: { ownErrors: true },
});

type Verdict = 'approve' | 'reject' | 'withdraw';

export function BatchSupplements({ batch }: { batch: Batch }) {
  const t = useWords();
  const client = useQueryClient();
  const { hasPermi } = useRights();
  const { batchId, batchNo } = batch;
  const [asking, setConfirming] = useState(false);
  const list = useQuery(supplementsOf(batchId));
  const refresh = () => Promise.all([batches.path, codes.path].map((path) => client.invalidateQueries({ queryKey: [path] })));
  const judge = useMutation({
    mutationFn: ({ id, verdict, body }: { id: number; verdict: Verdict; body: object }) =>
      request('PUT', `${batches.path}/${batchId}/supplements/${id}/${verdict}`, body),
    onSettled: refresh,
  });
  const take = async (verdict: Verdict, { supplementId, quantity }: BatchSupplement) => {
    const step = t(`manage.batch.supplement.do.${verdict}`);
    const consent = await confirm({
      title: t(`manage.batch.supplement.${verdict}Ask`, { batchNo, count: groupDigits(quantity) }),
      okText: step,
      danger: verdict !== 'approve',
      ...(verdict === 'reject' && { reason: 'needed' as const }),
    });
    if (!consent) return;
    const body = consent.reason ? { reason: consent.reason } : {};
    await judge.mutateAsync({ id: supplementId, verdict, body }).then(
      () => hosts.tell('success', t('manage.batch.supplement.done', { batchNo, verdict })),
      () => undefined, // the error is already displayed
    );
  };
  const open = batch.state === 'issued' || batch.state === 'active';
  const pending = list.data?.some(({ state }) => state === 'pending');
  const ask = open && !pending && (
    <Can do={[batches.permission('supplement')]}>
      <Button onClick={() => setConfirming(true)}>{t('manage.batch.supplement.ask')}</Button>
    </Can>
  );
  if (list.error && !list.data) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Waiting rows={3} />;
  const verdicts = ({ state, own }: BatchSupplement): Verdict[] =>
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
      className: 'numeral',
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
        from === null || to === null ? <span className="none">—</span> : <span className="numeral">{spanText({ from, to })}</span>,
    },
    {
      key: 'reason',
      title: t('manage.batch.supplement.reason'),
      render: (_, { reason, stateReason }) => (stateReason ? t('kit.aside', { what: reason, more: stateReason }) : reason),
    },
    { key: 'createBy', title: t('manage.batch.supplement.createBy'), dataIndex: 'createBy' },
    { key: 'createTime', title: t('common.field.createTime'), render: (_, { createTime }) => <TimeText value={createTime} /> },
    {
      key: 'judgeBy',
      title: t('manage.batch.supplement.judgeBy'),
      render: (_, { judgeBy }) => judgeBy ?? <span className="none">—</span>,
    },
    actionsColumn(t, (wish) =>
      verdicts(wish).map((verdict) => (
        <button
          key={verdict}
          type="button"
          className={verdict === 'approve' ? 'row-link' : 'row-link row-danger'}
          onClick={() => void take(verdict, wish)}
        >
          {t(`manage.batch.supplement.do.${verdict}`)}
        </button>
      )),
    ),
  ];
  return (
    <>
      {list.data.length === 0 ? (
        <Nothing text={t('manage.batch.supplement.none')}>{ask}</Nothing>
      ) : (
        <>
          <div className="tab-filters">{ask}</div>
          <SubTable rowKey="supplementId" columns={columns} dataSource={list.data} />
        </>
      )}
      {asking && <AskDialog batch={batch} onClose={() => setConfirming(false)} onDone={() => void refresh()} />}
    </>
  );
}

function AskDialog({ batch: { batchId, batchNo }, onClose, onDone }: { batch: Batch; onClose: () => void; onDone: () => void }) {
  const t = useWords();
  const [form] = Form.useForm<{ quantity: number; reason: string }>();
  const ask = useMutation({
    mutationFn: (body: object) => request('PUT', `${batches.path}/${batchId}/supplement`, body),
    meta: { ownErrors: true },
  });
  const submit = async (values: { quantity: number; reason: string }) => {
    try {
      await ask.mutateAsync(values);
      hosts.tell('success', t('manage.batch.supplement.asked', { count: groupDigits(values.quantity) }));
      onDone();
      onClose();
    } catch (error) {
      showRefusal(form, error);
    }
  };
  return (
    <Modal
      open
      width={480}
      title={`${t('manage.batch.supplement.ask')} ${batchNo}`}
      okText={t('manage.batch.supplement.ask')}
      cancelText={t('kit.cancel')}
      confirmLoading={ask.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="confirm-content">{t('manage.batch.supplement.hint')}</p>
      <Form form={form} name="supplement" layout="vertical" onFinish={(values) => void submit(values)}>
        <NumberItem
          name="quantity"
          label={t('manage.batch.supplement.quantity')}
          needed
          min={1}
          max={LARGEST_RUN}
          controls={false}
          className="quantity"
          autoFocus
          grouped
        />
        <Form.Item
          name="reason"
          label={t('manage.batch.supplement.reason')}
          rules={[{ required: true, message: t('issue.required', { field: t('manage.batch.supplement.reason') }) }]}
        >
          <Input maxLength={200} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
