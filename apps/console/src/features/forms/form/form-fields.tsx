import { type FormState, formAudiences, forms, roles } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Radio, Select, Switch } from 'antd';
import { listQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { DateTimeInput } from '../../../ui/day-input.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import type { Tone } from '../../../ui/status-tones.tsx';

export const formTones: Record<FormState, Tone> = { draft: 'quiet', published: 'genuine', closed: 'closed' };

export function FormFields() {
  const t = useTranslations();
  const canListRoles = usePermission(roles.permission('list'));
  const audiences = formAudiences
    .filter((value) => value === 'all' || canListRoles)
    .map((value) => ({ value, label: t(`tool.form.audience.${value}`) }));
  return (
    <>
      <Field of={forms} name="formName">
        <Input maxLength={100} />
      </Field>
      <Field of={forms} name="formKey">
        <Input maxLength={40} className="mono-text" />
      </Field>
      <Field of={forms} name="remark">
        <Input.TextArea rows={2} maxLength={500} />
      </Field>
      <Field of={forms} name="audience">
        <Radio.Group options={audiences} />
      </Field>
      <Form.Item noStyle dependencies={['audience']}>
        {({ getFieldValue }) =>
          getFieldValue('audience') === 'roles' && (
            <Field of={forms} name="roleIds" required>
              <RolesSelect />
            </Field>
          )
        }
      </Form.Item>
      <Field of={forms} name="openTime">
        <DateTimeInput />
      </Field>
      <Field of={forms} name="closeTime">
        <DateTimeInput />
      </Field>
      <Field of={forms} name="answerMost">
        <NumberField min={1} />
      </Field>
      <Field of={forms} name="once" valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
}

function RolesSelect(props: { id?: string; value?: number[]; onChange?: (ids: number[]) => void }) {
  const list = useQuery(listQueryOptions(roles, { pageSize: '500' }));
  const options = (list.data?.rows ?? []).map(({ roleId, roleName }) => ({ value: roleId, label: roleName }));
  return <Select {...props} mode="multiple" options={options} showSearch={{ optionFilterProp: 'label' }} loading={list.isPending} />;
}
