import { categories, cloneCategory, type RecordOf } from '@suyuan/contract';
import { Form, Input, Modal } from 'antd';
import { useAction } from '../../../kit/api.ts';
import { Field } from '../../../kit/field.tsx';
import { hosts } from '../../../kit/hosts.ts';
import { refusalOf } from '../../../kit/refusal.ts';
import { useWords } from '../../../kit/words.ts';

interface CloneDialogProps {
  goods: Pick<RecordOf<typeof categories>, 'categoryId' | 'categoryName'>;
  onClose: () => void;
  onDone: (categoryId: number) => void;
}

/** Asks what new goods like these are called; their code is their own. */
export function CloneDialog({ goods: { categoryId, categoryName }, onClose, onDone }: CloneDialogProps) {
  const t = useWords();
  const [form] = Form.useForm<{ categoryCode: string; categoryName: string }>();
  const clone = useAction(cloneCategory, { ownErrors: true });
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    try {
      const { categoryId: made } = (await clone.mutateAsync({ id: categoryId, ...values })) as { categoryId: number };
      hosts.tell('success', t('manage.category.cloned', { name: values.categoryName }));
      onClose();
      onDone(made);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      if (refusal.field !== 'categoryCode' && refusal.field !== 'categoryName') return hosts.tell('error', refusal.msg, refusal.detail);
      form.setFields([{ name: refusal.field, errors: [refusal.msg] }]);
    }
  };
  return (
    <Modal
      open
      title={t('manage.category.clone.title', { name: categoryName })}
      okText={t('manage.category.clone')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ loading: clone.isPending }}
      onOk={() => void submit()}
      onCancel={onClose}
      width={480}
    >
      <p className="none">{t('manage.category.clone.hint')}</p>
      <Form form={form} name="clone-category" layout="vertical" initialValues={{ categoryName }} onFinish={() => void submit()}>
        <Field of={categories} name="categoryCode">
          <Input className="mono-text" maxLength={32} autoFocus autoComplete="off" />
        </Field>
        <Field of={categories} name="categoryName">
          <Input maxLength={100} autoComplete="off" />
        </Field>
      </Form>
    </Modal>
  );
}
