import type { Action, Resource, ResourceSpec } from '@suyuan/contract';
import { Form } from 'antd';
import type { z } from 'zod';
import { useCall } from '../data/api.ts';
import { useTranslations } from '../data/i18n.ts';
import { shellServices } from '../data/shell-services.ts';
import { type FieldProps, FormFields } from './field-kinds.tsx';
import { FormDialog } from './form-dialog.tsx';
import { showApiError } from './form-validation.ts';
import { useProposal } from './use-proposal.ts';

type Values = Record<string, unknown>;

interface CloneDialogProps<S extends ResourceSpec> {
  of: Resource<S>;
  action: Action<z.ZodType, { data: z.ZodType }>;
  record: object;
  /** Fields of the form. Those without a proposal start with the values of the record. */
  fields: readonly (keyof S['input']['shape'] & string)[];
  fieldProps?: FieldProps;
  /** Field that names a record in the texts. */
  nameField: keyof S['input']['shape'] & string;
  onClose: () => void;
  /** @param id key of the new record */
  onDone: (id: number) => void;
}

/** The words under `<noun>.clone` explain what is copied. */
export function CloneDialog<S extends ResourceSpec>(props: CloneDialogProps<S>) {
  const { action, fields, fieldProps, nameField, onClose, onDone } = props;
  const of = props.of as unknown as Resource;
  const record = props.record as Values;
  const t = useTranslations();
  const [form] = Form.useForm<Values>();
  const clone = useCall(action, { ownErrors: true });
  const valuesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, record[name]]));
  const keptInputs = of.proposedFrom?.filter((name) => !fields.includes(name)) ?? [];
  const replaceTaken = useProposal(of, form, { isNew: true, fixedInputs: valuesOf(keptInputs) });
  return (
    <FormDialog
      form={form}
      name={`clone-${of.name}`}
      title={t(of.word('clone.title'), { name: String(record[nameField]) })}
      okText={t(of.word('clone'))}
      {...(fields[0] && { initialFocus: fields[0] })}
      initialValues={valuesOf(fields.filter((name) => !of.fields[name]?.proposal))}
      onSubmit={async (values) => {
        const created = (await clone.mutateAsync({ ...values, id: Number(record[of.key]) })) as Record<string, number>;
        shellServices.notify('success', t(of.word('cloned'), { name: String(values[nameField]) }));
        return Number(created[of.key]);
      }}
      onError={async (error) => (await replaceTaken(error)) || showApiError(form, error)}
      onClose={(id) => {
        onClose();
        if (id !== undefined) onDone(id);
      }}
    >
      <p className="text-muted">{t(of.word('clone.hint'))}</p>
      <FormFields of={of} names={fields} {...(fieldProps && { fieldProps })} />
    </FormDialog>
  );
}
