import { batches, cloneBatch } from '@suyuan/contract';
import { Form, Input, Modal } from 'antd';
import { useAction } from '../../../data/api.ts';
import { shellServices } from '../../../data/hosts.ts';
import { useTranslations } from '../../../data/words.ts';
import { businessNow } from '../../../ui/day.ts';
import { DayInput } from '../../../ui/day-input.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { showApiError } from '../../../ui/show-refusal.ts';
import type { Batch } from './batch-steps.ts';

type Values = Pick<Batch, 'batchNo' | 'madeDate' | 'quantity'>;

export function BatchCloneDialog({ batch, onClose, onDone }: { batch: Batch; onClose: () => void; onDone: (batchId: number) => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<Values>();
  const clone = useAction(cloneBatch, { ownErrors: true });
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    try {
      const { batchId } = (await clone.mutateAsync({ id: batch.batchId, ...values })) as { batchId: number };
      shellServices.notify('success', t('manage.batch.cloned', { batchNo: values.batchNo }));
      onClose();
      onDone(batchId);
    } catch (error) {
      showApiError(form, error);
    }
  };
  const initialValues = { madeDate: businessNow().format('YYYY-MM-DD'), quantity: batch.quantity };
  return (
    <Modal
      open
      title={t('manage.batch.clone.title', { batchNo: batch.batchNo })}
      okText={t('manage.batch.clone')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ loading: clone.isPending }}
      onOk={() => void submit()}
      onCancel={onClose}
      width={480}
    >
      <p className="none">{t('manage.batch.clone.hint')}</p>
      <Form form={form} name="clone-batch" layout="vertical" initialValues={initialValues} onFinish={() => void submit()}>
        <Field of={batches} name="batchNo">
          <Input className="mono-text" maxLength={20} autoFocus autoComplete="off" />
        </Field>
        <Field of={batches} name="madeDate">
          <DayInput />
        </Field>
        <Field of={batches} name="quantity">
          <NumberField className="quantity" min={1} controls={false} grouped />
        </Field>
      </Form>
    </Modal>
  );
}
