import type { Action, Resource, ResourceSpec } from '@suyuan/contract';
import { Form, Input, Modal } from 'antd';
import { useAction } from '../data/api.ts';
import { useTranslations } from '../data/i18n.ts';
import { shellServices } from '../data/shell-services.ts';
import { Field } from './field.tsx';
import { showApiError } from './form-validation.ts';

interface CloneDialogProps<S extends ResourceSpec> {
  of: Resource<S>;
  action: Action;
  fields: { code: keyof S['input']['shape'] & string; name: keyof S['input']['shape'] & string };
  id: number;
  name: string;
  onClose: () => void;
  /** @param id key of the new record */
  onDone: (id: number) => void;
}

/** The words under `<noun>.clone` explain what is copied. */
export function CloneDialog<S extends ResourceSpec>({ of, action, fields, id, name, onClose, onDone }: CloneDialogProps<S>) {
  const t = useTranslations();
  const [form] = Form.useForm<Record<string, string>>();
  const clone = useAction(action, { ownErrors: true });
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    try {
      const created = (await clone.mutateAsync({ ...values, id })) as Record<string, number>;
      shellServices.notify('success', t(of.word('cloned'), { name: values[fields.name] ?? name }));
      onClose();
      onDone(Number(created[of.key]));
    } catch (error) {
      showApiError(form, error);
    }
  };
  return (
    <Modal
      open
      title={t(of.word('clone.title'), { name })}
      okText={t(of.word('clone'))}
      cancelText={t('kit.cancel')}
      okButtonProps={{ loading: clone.isPending }}
      onOk={() => void submit()}
      onCancel={onClose}
      width={480}
    >
      <p className="none">{t(of.word('clone.hint'))}</p>
      <Form form={form} name={`clone-${of.name}`} layout="vertical" initialValues={{ [fields.name]: name }} onFinish={() => void submit()}>
        <Field of={of} name={fields.code}>
          <Input className="mono-text" maxLength={32} autoFocus autoComplete="off" />
        </Field>
        <Field of={of} name={fields.name}>
          <Input maxLength={100} autoComplete="off" />
        </Field>
      </Form>
    </Modal>
  );
}
