import { type Role, roles } from '@suyuan/contract';
import { Form, Input, Radio } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { MenuTreeField } from './menu-ticks.tsx';

/** The data scope of a role has a separate form. */
export function RoleFields() {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const { roleId, status } = (Form.useWatch([], { form, preserve: true }) ?? {}) as Partial<Role>;
  const validateMenus = (menuIds: unknown) => (menuIds === undefined ? t('system.role.menuIds.missing') : undefined);
  return (
    <>
      <Field of={roles} name="roleName">
        <Input maxLength={30} autoComplete="off" />
      </Field>
      <Field of={roles} name="roleKey">
        <Input className="mono-text" maxLength={100} autoComplete="off" />
      </Field>
      <Field of={roles} name="roleSort">
        <NumberField min={0} max={9999} />
      </Field>
      <Field of={roles} name="status">
        <Radio.Group options={(['0', '1'] as const).map((value) => ({ value, label: t(`system.role.status.${value}`) }))} />
      </Field>
      {(['menuCheckStrictly', 'deptCheckStrictly'] as const).map((name) => (
        <Form.Item key={name} name={name} hidden>
          <Input />
        </Form.Item>
      ))}
      {status !== undefined && (
        <Field of={roles} name="menuIds" validate={validateMenus}>
          <MenuTreeField key={roleId} roleId={roleId} />
        </Field>
      )}
      <Field of={roles} name="remark">
        <Input.TextArea rows={3} maxLength={500} />
      </Field>
    </>
  );
}
