import { forms } from '@suyuan/contract';
import type { FormDoc } from '@suyuan/forms';
import { Form, Input, Modal } from 'antd';
import { useNavigate } from 'react-router';
import { useSave } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { refusalOf } from '../../../data/refusal.ts';
import { useWords } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { clearRefused, noteRefused } from '../../../ui/refused-values.ts';

interface Named {
  formName: string;
  formKey: string;
}

export function KeepDialog({ doc, onClose }: { doc: FormDoc; onClose: () => void }) {
  const t = useWords();
  const navigate = useNavigate();
  const [form] = Form.useForm<Named>();
  const save = useSave(forms);
  const submit = async () => {
    clearRefused(form);
    const values = await form.validateFields().catch(() => undefined);
    if (!values || save.isPending) return;
    try {
      const named = { ...doc, form: { ...doc.form, name: doc.form.name || values.formName } };
      const answer = await save.mutateAsync({ ...values, doc: named });
      hosts.tell('success', t('tool.build.server.saved', { name: values.formName }));
      onClose();
      void navigate(`/form?form=${answer?.formId}`);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      const field = refusal.field;
      if (field !== 'formName' && field !== 'formKey') return hosts.tell('error', refusal.msg, refusal.detail);
      noteRefused(form, field, values[field], refusal.msg);
      form.setFields([{ name: field, errors: [refusal.msg] }]);
    }
  };
  return (
    <Modal
      open
      title={t('tool.build.server.keep')}
      okText={t('tool.build.server.save')}
      cancelText={t('kit.cancel')}
      confirmLoading={save.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p className="none">{t('tool.build.server.keepHint')}</p>
      <Form form={form} name="keep-form" layout="vertical" initialValues={{ formName: doc.form.name }} onFinish={() => void submit()}>
        <Field of={forms} name="formName">
          <Input maxLength={100} autoFocus />
        </Field>
        <Field of={forms} name="formKey">
          <Input maxLength={40} className="mono-text" />
        </Field>
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}
