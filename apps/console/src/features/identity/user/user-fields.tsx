import { type User, users } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useRights } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { validateNewPassword } from '../../../ui/password-fault.ts';
import { TreeSelect } from '../../../ui/tree-select.tsx';
import { choicesQueryOptions, departmentTreeQueryOptions } from './asks.ts';
import { FirstPassword } from './first-password.tsx';

/** Name and initial password are editable only for a new user. */
export function UserFields() {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const values = (Form.useWatch([], { form, preserve: true }) ?? {}) as Partial<User>;
  const isExisting = values.userId !== undefined;
  // until the record is loaded, neither is displayed: an existing user must not get an initial password field
  const isNew = !isExisting && values.status !== undefined;
  const { data: departments = [] } = useQuery(departmentTreeQueryOptions());
  const canRead = useRights().hasPermi(users.permission('read'));
  const { data: choices } = useQuery({ ...choicesQueryOptions(), enabled: canRead });
  // existing roles stay visible, even if the editor may not grant them
  const ungrantableRoles = (values.roles ?? []).filter(({ roleId }) => !choices?.roles.some((role) => role.roleId === roleId));
  const offSuffix = (status: string) => (status === '1' ? ` · ${t('system.user.off')}` : '');
  const roles = [...(choices?.roles ?? []), ...ungrantableRoles].map(({ roleId, roleName, status }) => ({
    value: roleId,
    label: roleName + offSuffix(status),
    disabled: status === '1' || ungrantableRoles.some((role) => role.roleId === roleId),
  }));
  const posts = (choices?.posts ?? []).map(({ postId, postName, status }) => ({
    value: postId,
    label: postName + offSuffix(status),
    disabled: status === '1',
  }));
  const optionsOf = (field: 'sex' | 'status', values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`system.user.${field}.${value}` as 'system.user.sex.0') }));
  const search = { optionFilterProp: 'label' };
  return (
    <>
      <Field of={users} name="nickName" extra={null}>
        <Input maxLength={30} autoComplete="off" />
      </Field>
      {isExisting && (
        <Form.Item label={t('system.user.userName')}>
          <span className="mono-text">{values.userName}</span>
        </Form.Item>
      )}
      {isNew && (
        <>
          <Field of={users} name="userName" extra={t('system.user.userName.fixed')}>
            <Input className="mono-text" maxLength={30} autoComplete="off" />
          </Field>
          <Field
            of={users}
            name="password"
            required
            validate={validateNewPassword}
            {...(!hasExtension('sessionEnd') && { extra: t('system.user.password.hint.plain') })}
          >
            <FirstPassword />
          </Field>
        </>
      )}
      <Field of={users} name="deptId" extra={null}>
        <TreeSelect rows={departments} allowClear placeholder={t('system.user.departmentSearch')} />
      </Field>
      <Field of={users} name="roleIds">
        <Select mode="multiple" options={roles} showSearch={search} />
      </Field>
      <Field of={users} name="postIds">
        <Select mode="multiple" options={posts} showSearch={search} />
      </Field>
      <Field of={users} name="phonenumber">
        <Input maxLength={11} inputMode="tel" autoComplete="off" />
      </Field>
      <Field of={users} name="email">
        <Input maxLength={50} inputMode="email" autoComplete="off" />
      </Field>
      <Field of={users} name="sex">
        <Select options={optionsOf('sex', ['0', '1', '2'])} />
      </Field>
      <Field of={users} name="status">
        <Select options={optionsOf('status', ['0', '1'])} />
      </Field>
      <Field of={users} name="remark">
        <Input.TextArea rows={3} maxLength={500} />
      </Field>
    </>
  );
}
