import { batches, LONGEST_CODE_TEXT, missingWord, type RecordOf, shipments } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { readOf } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { useListQuery } from '../../../data/list-query.ts';
import { usePermission } from '../../../data/permission.tsx';
import { refusalOf } from '../../../data/refusal.ts';
import { request } from '../../../data/request.ts';
import { useWords } from '../../../data/words.ts';
import { NumberItem } from '../../../ui/number-item.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { RecordSelect } from '../../../ui/record-select.tsx';

const ways = ['range', 'container', 'codes'] as const;
type Way = (typeof ways)[number];

/** Adds a range of a batch, a scanned container, or scanned or pasted codes to a draft. */
export function AddLines({ dispatchId }: { dispatchId: number }) {
  const t = useWords();
  const client = useQueryClient();
  const [form] = Form.useForm();
  const [way, setWay] = useState<Way>('range');
  const [chosen, setBatch] = useState<RecordOf<typeof batches>>();
  // a link from a batch preselects it
  const [{ batchId: given }] = useListQuery();
  const reads = usePermission(batches.permission('read'));
  const arrived = useQuery({ ...readOf(batches, given ?? 0), enabled: reads && given !== undefined, meta: { ownErrors: true } });
  const batch = chosen ?? (given === undefined ? undefined : arrived.data);
  const add = useMutation({
    mutationFn: (body: object) => request<{ count: number }>('PUT', `${shipments.path}/${dispatchId}/lines`, body),
    onSuccess: () => client.invalidateQueries({ queryKey: [shipments.path] }),
    meta: { ownErrors: true },
  });
  const submit = async (values: Record<string, unknown>) => {
    try {
      const { count } = await add.mutateAsync(values);
      hosts.tell('success', t('manage.dispatch.added', { count: groupDigits(count) }));
      form.resetFields(way === 'range' ? ['from', 'to'] : [way]); // the selected batch stays
    } catch (error) {
      const { field, msg, detail } = refusalOf(error) ?? {};
      if (field && msg && form.getFieldInstance(field)) form.setFields([{ name: field, errors: [msg] }]);
      else hosts.tell('error', msg ?? t('kit.failed'), detail);
    }
  };
  const needed = (field: Parameters<typeof t>[0]) => [{ required: true, message: t(missingWord(field), { field: t(field) }) }];
  // a batch has the levels of its packaging
  const levels = [0, ...(batch?.packaging ?? []).map(({ level }) => level)];
  const level = Form.useWatch('level', form) ?? 0;
  const ordinal = (name: 'from' | 'to') => (
    <NumberItem
      name={name}
      label={t(`manage.dispatch.${name}`)}
      needed
      min={1}
      max={(level === 0 && batch?.issuedCount) || Number.MAX_SAFE_INTEGER}
      controls={false}
      className="dispatch-ordinal"
    />
  );
  return (
    <div className="dispatch-add">
      <Segmented
        aria-label={t('manage.dispatch.addLine')}
        value={way}
        options={ways.map((value) => ({ value, label: t(`manage.dispatch.addBy.${value}`) }))}
        onChange={setWay}
      />
      <Form
        form={form}
        name="dispatch-lines"
        layout="vertical"
        initialValues={{ level: 0, ...(given && { batchId: Number(given) }) }}
        onFinish={(values) => void submit(values)}
      >
        {way === 'range' && (
          <div className="dispatch-add-range">
            <Form.Item name="batchId" label={t('manage.dispatch.batchId')} rules={needed('manage.dispatch.batchId')}>
              <RecordSelect
                of={batches}
                label="batchNo"
                note="categoryName"
                onChange={(_, record) => {
                  setBatch(record);
                  form.setFieldValue('level', 0);
                }}
              />
            </Form.Item>
            <Form.Item name="level" label={t('manage.dispatch.level')}>
              <Select options={levels.map((value) => ({ value, label: t(`manage.dispatch.level.${value as 0 | 1 | 2 | 3}`) }))} />
            </Form.Item>
            {ordinal('from')}
            {ordinal('to')}
          </div>
        )}
        {way === 'container' && (
          <Form.Item
            name="container"
            label={t('manage.dispatch.container')}
            extra={t('manage.dispatch.container.hint')}
            rules={needed('manage.dispatch.container')}
          >
            <Input className="mono-text" maxLength={LONGEST_CODE_TEXT} autoFocus />
          </Form.Item>
        )}
        {way === 'codes' && (
          <Form.Item
            name="codes"
            label={t('manage.dispatch.codes')}
            extra={t('manage.dispatch.codes.hint')}
            rules={needed('manage.dispatch.codes')}
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
