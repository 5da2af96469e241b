import { forms } from '@suyuan/contract';
import type { FormDoc } from '@suyuan/forms';
import { Form, Input, Modal } from 'antd';
import { useNavigate } from 'react-router';
import { useSave } from '../../../data/api.ts';
import { shellServices } from '../../../data/hosts.ts';
import { asApiError } from '../../../data/refusal.ts';
import { useTranslations } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { clearRejectedValues, recordRejectedValue } from '../../../ui/refused-values.ts';

interface NameValues {
  formName: string;
  formKey: string;
}

export function SaveToServerDialog({ doc, onClose }: { doc: FormDoc; onClose: () => void }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const [form] = Form.useForm<NameValues>();
  const save = useSave(forms);
  const submit = async () => {
    clearRejectedValues(form);
    const values = await form.validateFields().catch(() => undefined);
    if (!values || save.isPending) return;
    try {
      const namedDoc = { ...doc, form: { ...doc.form, name: doc.form.name || values.formName } };
      const response = await save.mutateAsync({ ...values, doc: namedDoc });
      shellServices.notify('success', t('tool.build.server.saved', { name: values.formName }));
      onClose();
      void navigate(`/form?form=${response?.formId}`);
    } catch (error) {
      const apiError = asApiError(error);
      if (!apiError) throw error;
      const field = apiError.field;
      if (field !== 'formName' && field !== 'formKey') return shellServices.notify('error', apiError.msg, apiError.detail);
      recordRejectedValue(form, field, values[field], apiError.msg);
      form.setFields([{ name: field, errors: [apiError.msg] }]);
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
