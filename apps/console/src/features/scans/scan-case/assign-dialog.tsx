import { type CaseHandler, type RecordOf, scanCases } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/words.ts';
import { useCaseStep } from './use-case-step.ts';

export function AssignDialog({ record, onClose }: { record: RecordOf<typeof scanCases>; onClose: () => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<{ assigneeId?: number; note?: string }>();
  const [open, setOpen] = useState(true);
  const { take: runStep, busy } = useCaseStep(record.caseId);
  const handlers = useQuery(getQueryOptions<CaseHandler[]>(scanCases, '/handlers'));
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    const { assigneeId = null, note } = values;
    if (await runStep('assign', { assigneeId, note })) setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('manage.codeCase.do.assign')}
      okText={t('manage.codeCase.do.assign')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ loading: busy }}
      onOk={() => void submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      width={480}
    >
      <Form
        form={form}
        name="assign"
        layout="vertical"
        initialValues={{ assigneeId: record.assigneeId ?? undefined }}
        onFinish={() => void submit()}
      >
        <Form.Item
          name="assigneeId"
          label={t('manage.codeCase.assigneeId')}
          // the empty choice is valid only for an assigned case
          rules={[{ required: record.assigneeId === null, message: t('issue.unchosen', { field: t('manage.codeCase.assigneeId') }) }]}
        >
          <Select
            allowClear
            autoFocus
            loading={handlers.isPending}
            placeholder={t('manage.codeCase.nobody')}
            showSearch={{ optionFilterProp: 'label' }}
            options={
              handlers.data?.map(({ userId, userName, nickName }) => ({
                value: userId,
                label: t('kit.aside', { what: nickName, more: userName }),
              })) ?? []
            }
          />
        </Form.Item>
        <Form.Item name="note" label={t('manage.codeCase.note')}>
          <Input.TextArea rows={3} maxLength={200} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
