import {
  addShipmentLines,
  batches,
  MAX_CODE_TEXT_LENGTH,
  missingWord,
  type RecordOf,
  removeShipmentLine,
  type Shipment,
  type ShipmentContent,
  type ShipmentLine,
  shipments,
} from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Segmented, type TableColumnType } from 'antd';
import { useEffect, useState } from 'react';
import { call, recordQueryOptions, useListQuery, useRefetch } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { actionsColumn } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { Icon } from '../../../ui/icon.tsx';
import { NumberFormItem } from '../../../ui/number-form-item.tsx';
import { groupDigits, ordinalRange } from '../../../ui/number-format.ts';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { LinkButton, RowLink } from '../../../ui/row-link.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';

const methods = ['range', 'container', 'codes'] as const;
type Method = (typeof methods)[number];

interface AddLinesProps {
  dispatchId: number;
  /** Whether the form is open at first; otherwise a button opens it. */
  isOpen: boolean;
}

export function AddLines({ dispatchId, isOpen }: AddLinesProps) {
  const t = useTranslations();
  const [open, setOpen] = useState(isOpen);
  if (open) return <AddLinesForm dispatchId={dispatchId} />;
  return (
    <p className="mt-0 mb-4">
      <Button icon={<Icon name="plus" />} onClick={() => setOpen(true)}>
        {t('manage.dispatch.addLine')}
      </Button>
    </p>
  );
}

/** Adds a range of a batch, a scanned container, or scanned or pasted codes to a draft. */
function AddLinesForm({ dispatchId }: { dispatchId: number }) {
  const t = useTranslations();
  const client = useQueryClient();
  const [form] = Form.useForm();
  const [method, setMethod] = useState<Method>('range');
  const [selectedBatch, setSelectedBatch] = useState<RecordOf<typeof batches>>();
  // a link from a batch preselects it
  const [{ batchId: batchIdParam }] = useListQuery();
  const canReadBatches = usePermission(batches.permission('read'));
  const linkedBatchQuery = useQuery({
    ...recordQueryOptions(batches, batchIdParam ?? 0),
    enabled: canReadBatches && batchIdParam !== undefined,
    meta: { ownErrors: true },
  });
  const batch = selectedBatch ?? (batchIdParam === undefined ? undefined : linkedBatchQuery.data);
  // a whole batch is shipped more often than a part of it
  const linkedBatch = linkedBatchQuery.data;
  useEffect(() => {
    const { shipped = 0, sold = 0 } = linkedBatch?.ownStatusCounts ?? {};
    if (linkedBatch && shipped + sold === 0 && !form.isFieldsTouched(['from', 'to']))
      form.setFieldsValue({ from: 1, to: linkedBatch.issuedCount });
  }, [linkedBatch, form]);
  const add = useMutation({
    mutationFn: (body: object) => call(addShipmentLines, { id: dispatchId }, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [shipments.path] }),
    meta: { ownErrors: true },
  });
  const submit = async (values: Record<string, unknown>) => {
    try {
      const { count } = await add.mutateAsync(values);
      shellServices.notify('success', t('manage.dispatch.added', { count: groupDigits(count) }));
      form.resetFields(method === 'range' ? ['from', 'to'] : [method]); // the selected batch stays
    } catch (error) {
      const { field, msg, detail } = asApiError(error) ?? {};
      if (field && msg && form.getFieldInstance(field)) form.setFields([{ name: field, errors: [msg] }]);
      else shellServices.notify('error', msg ?? t('kit.failed'), detail);
    }
  };
  const requiredRule = (field: Parameters<typeof t>[0]) => [{ required: true, message: t(missingWord(field), { field: t(field) }) }];
  // a batch has the levels of its packaging
  const levels = [0, ...(batch?.packaging ?? []).map(({ level }) => level)];
  const level = Form.useWatch('level', form) ?? 0;
  const ordinal = (name: 'from' | 'to') => (
    <NumberFormItem
      name={name}
      label={t(`manage.dispatch.${name}`)}
      required
      min={1}
      max={(level === 0 && batch?.issuedCount) || Number.MAX_SAFE_INTEGER}
      controls={false}
      className="w-full!"
      grouped
    />
  );
  return (
    <div
      data-testid="add-lines"
      className="mb-4 grid grid-cols-1 justify-items-start gap-3 rounded border border-line bg-fill p-4 max-md:p-3"
    >
      <Segmented
        // three labels on one line, in English too
        className="max-md:max-w-full max-md:overflow-x-auto max-md:[&_.ant-segmented-item-label]:px-1!"
        aria-label={t('manage.dispatch.addLine')}
        value={method}
        options={methods.map((value) => ({ value, label: t(`manage.dispatch.addBy.${value}`) }))}
        onChange={setMethod}
      />
      <Form
        form={form}
        className="w-full"
        name="dispatch-lines"
        layout="vertical"
        initialValues={{ level: 0, ...(batchIdParam && { batchId: Number(batchIdParam) }) }}
        onFinish={(values) => void submit(values)}
      >
        {method === 'range' && (
          <div className="grid grid-cols-[2fr_1fr_1fr_1fr] gap-x-4 max-md:grid-cols-[1fr_1fr]">
            <Form.Item
              name="batchId"
              label={t('manage.dispatch.batchId')}
              rules={requiredRule('manage.dispatch.batchId')}
              className="max-md:col-span-full"
            >
              <RecordSelect
                of={batches}
                label="batchNo"
                note="categoryName"
                onChange={(_, record) => {
                  setSelectedBatch(record);
                  form.setFieldValue('level', 0);
                }}
              />
            </Form.Item>
            <Form.Item name="level" label={t('manage.dispatch.level')} className="max-md:col-span-full">
              <Select options={levels.map((value) => ({ value, label: t(`manage.dispatch.level.${value as 0 | 1 | 2 | 3}`) }))} />
            </Form.Item>
            {ordinal('from')}
            {ordinal('to')}
          </div>
        )}
        {method === 'container' && (
          <Form.Item
            name="container"
            label={t('manage.dispatch.container')}
            extra={t('manage.dispatch.container.hint')}
            rules={requiredRule('manage.dispatch.container')}
          >
            <Input className="mono-text" maxLength={MAX_CODE_TEXT_LENGTH} autoFocus />
          </Form.Item>
        )}
        {method === 'codes' && (
          <Form.Item
            name="codes"
            label={t('manage.dispatch.codes')}
            extra={t('manage.dispatch.codes.hint')}
            rules={requiredRule('manage.dispatch.codes')}
          >
            <Input.TextArea className="mono-text" autoSize={{ minRows: 4, maxRows: 12 }} />
          </Form.Item>
        )}
        <Button htmlType="submit" loading={add.isPending}>
          {t('manage.dispatch.addLine')}
        </Button>
      </Form>
    </div>
  );
}

/** Lines above and below a table row or the card of a narrow screen. */
const BLOCKED_LINE = '[&:is(li),&>td]:shadow-[inset_0_1px_var(--danger),inset_0_-1px_var(--danger)]';

interface ShipmentLinesProps {
  shipment: Shipment;
  content: ShipmentContent;
  canEdit: boolean;
}

export function ShipmentLines({ shipment: { dispatchId }, content: { lines, concerns }, canEdit }: ShipmentLinesProps) {
  const t = useTranslations();
  const canReadBatches = usePermission(batches.permission('read'));
  const removeLine = useMutation({
    mutationFn: (lineId: number) => call(removeShipmentLine, { id: dispatchId, lineId }),
    onSettled: useRefetch(shipments.path),
  });
  if (lines.length === 0) return <EmptyState text={t('manage.dispatch.contentEmpty')} />;
  const confirmRemoval = ({ lineId, batchNo, codeCount }: ShipmentLine) => {
    const title = t('manage.dispatch.removeLineAsk', { batchNo, count: groupDigits(codeCount) });
    void confirm({ title, okText: t('manage.dispatch.removeLine'), danger: true }, () => removeLine.mutateAsync(lineId));
  };
  const columns: TableColumnType<ShipmentLine>[] = [
    {
      key: 'batchNo',
      title: t('manage.dispatch.batchId'),
      render: (_, { batchId, batchNo }) =>
        canReadBatches ? (
          <RowLink to={`/manage/batch/${batchId}`} strong>
            <span className="mono-text">{batchNo}</span>
          </RowLink>
        ) : (
          <span className="mono-text">{batchNo}</span>
        ),
    },
    { key: 'categoryName', title: t('manage.dispatch.line'), dataIndex: 'categoryName' },
    { key: 'level', title: t('manage.dispatch.level'), render: (_, { level }) => t(`manage.dispatch.level.${level as 0 | 1 | 2 | 3}`) },
    {
      key: 'range',
      title: t('manage.dispatch.range'),
      render: (_, { from, to, runCount }) => {
        const range = ordinalRange(from, to);
        return <span className="tabular-nums">{runCount > 1 ? t('manage.dispatch.scattered', { range, runs: runCount }) : range}</span>;
      },
    },
    {
      key: 'codeCount',
      title: <span title={t('manage.dispatch.codeCount.hint')}>{t('manage.dispatch.codeCount')}</span>,
      align: 'right',
      className: 'tabular-nums',
      render: (_, { codeCount }) => groupDigits(codeCount),
    },
  ];
  if (canEdit)
    columns.push(
      actionsColumn(t, (line) => (
        <LinkButton danger onClick={() => confirmRemoval(line)}>
          {t('manage.dispatch.removeLine')}
        </LinkButton>
      )),
    );
  const blockedLineIds = new Set(concerns.filter(({ stops }) => stops).map(({ lineId }) => lineId));
  return (
    <SubTable
      rowKey="lineId"
      columns={columns}
      dataSource={lines}
      pagination={lines.length > 20 ? { pageSize: 20 } : false}
      rowClassName={({ lineId }) => (blockedLineIds.has(lineId) ? BLOCKED_LINE : '')}
    />
  );
}
