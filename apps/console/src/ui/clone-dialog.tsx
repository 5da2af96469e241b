import type { Action, Resource, ResourceSpec } from '@suyuan/contract';
import { Form, Modal } from 'antd';
import type { z } from 'zod';
import { useCall } from '../data/api.ts';
import { useTranslations } from '../data/i18n.ts';
import { shellServices } from '../data/shell-services.ts';
import { FormField } from './field-kinds.tsx';
import { showApiError } from './form-validation.ts';
import { useProposal } from './use-proposal.ts';

interface CloneDialogProps<S extends ResourceSpec> {
  of: Resource<S>;
  action: Action<z.ZodType, { data: z.ZodType }>;
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
  const clone = useCall(action, { ownErrors: true });
  const replaceTaken = useProposal(of as unknown as Resource, form, { isNew: true });
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    try {
      const created = (await clone.mutateAsync({ ...values, id })) as Record<string, number>;
      shellServices.notify('success', t(of.word('cloned'), { name: values[fields.name] ?? name }));
      onClose();
      onDone(Number(created[of.key]));
    } catch (error) {
      if (!(await replaceTaken(error))) showApiError(form, error);
    }
  };
  return (
    <Modal
      open
      title={t(of.word('clone.title'), { name })}
      okText={t(of.word('clone'))}
      okButtonProps={{ loading: clone.isPending }}
      onOk={() => void submit()}
      onCancel={onClose}
      width={480}
    >
      <p className="text-muted">{t(of.word('clone.hint'))}</p>
      <Form form={form} name={`clone-${of.name}`} layout="vertical" initialValues={{ [fields.name]: name }} onFinish={() => void submit()}>
        <FormField of={of} name={fields.code} inputProps={{ autoFocus: true }} />
        <FormField of={of} name={fields.name} inputProps={{ autoComplete: 'off' }} />
      </Form>
    </Modal>
  );
}
