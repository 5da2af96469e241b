import { type FormState, forms, roles } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Radio } from 'antd';
import { listQueryOptions } from '../../../data/api.ts';
import { displayName, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { DateTimeInput } from '../../../ui/day-input.tsx';
import { FormFields, optionsOf } from '../../../ui/field-kinds.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Tone } from '../../../ui/status-tones.tsx';

export const formTones: Record<FormState, Tone> = { draft: 'quiet', published: 'genuine', closed: 'closed' };

export function FormInputs() {
  const t = useTranslations();
  const canListRoles = usePermission(roles.permission('list'));
  const audiences = optionsOf({ of: forms, name: 'audience', t }).filter(({ value }) => value === 'all' || canListRoles);
  const audience = Form.useWatch('audience');
  return (
    <FormFields
      of={forms}
      fieldProps={{
        remark: { inputProps: { rows: 2 } },
        audience: { control: <Radio.Group options={audiences} /> },
        roleIds: audience === 'roles' && { required: true, control: <RolesSelect /> },
        openTime: { control: <DateTimeInput /> },
        closeTime: { control: <DateTimeInput /> },
      }}
    />
  );
}

function RolesSelect(props: { id?: string; value?: number[]; onChange?: (ids: number[]) => void }) {
  const list = useQuery(listQueryOptions(roles, { pageSize: '500' }));
  const options = (list.data?.rows ?? []).map(({ roleId, roleName }) => ({ value: roleId, label: displayName('roleName', roleName) }));
  return <Select {...props} mode="multiple" options={options} showSearch={{ optionFilterProp: 'label' }} loading={list.isPending} />;
}
