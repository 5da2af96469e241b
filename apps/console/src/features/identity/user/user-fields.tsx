import { type User, users } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useRights } from '../../../data/permission.tsx';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { passwordFault } from '../../../ui/password-fault.ts';
import { TreeSelect } from '../../../ui/tree-select.tsx';
import { choicesOf, departmentTreeOf } from './asks.ts';
import { FirstPassword } from './first-password.tsx';

/** Name and initial password are editable only for a new user. */
export function UserFields() {
  const t = useWords();
  const form = Form.useFormInstance();
  const known = (Form.useWatch([], { form, preserve: true }) ?? {}) as Partial<User>;
  const fixed = known.userId !== undefined;
  // until the record is loaded, neither is displayed: an existing user must not get an initial password field
  const fresh = !fixed && known.status !== undefined;
  const { data: departments = [] } = useQuery(departmentTreeOf());
  const mayQuery = useRights().hasPermi(users.permission('read'));
  const { data: choices } = useQuery({ ...choicesOf(), enabled: mayQuery });
  // existing roles stay visible, even if the editor may not grant them
  const held = (known.roles ?? []).filter(({ roleId }) => !choices?.roles.some((role) => role.roleId === roleId));
  const off = (status: string) => (status === '1' ? ` · ${t('system.user.off')}` : '');
  const roles = [...(choices?.roles ?? []), ...held].map(({ roleId, roleName, status }) => ({
    value: roleId,
    label: roleName + off(status),
    disabled: status === '1' || held.some((role) => role.roleId === roleId),
  }));
  const posts = (choices?.posts ?? []).map(({ postId, postName, status }) => ({
    value: postId,
    label: postName + off(status),
    disabled: status === '1',
  }));
  const coded = (field: 'sex' | 'status', values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`system.user.${field}.${value}` as 'system.user.sex.0') }));
  const search = { optionFilterProp: 'label' };
  return (
    <>
      <Field of={users} name="nickName" extra={null}>
        <Input maxLength={30} autoComplete="off" />
      </Field>
      {fixed && (
        <Form.Item label={t('system.user.userName')}>
          <span className="mono-text">{known.userName}</span>
        </Form.Item>
      )}
      {fresh && (
        <>
          <Field of={users} name="userName" extra={t('system.user.userName.fixed')}>
            <Input className="mono-text" maxLength={30} autoComplete="off" />
          </Field>
          <Field
            of={users}
            name="password"
            required
            judge={passwordFault}
            {...(!has('sessionEnd') && { extra: t('system.user.password.hint.plain') })}
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
        <Select options={coded('sex', ['0', '1', '2'])} />
      </Field>
      <Field of={users} name="status">
        <Select options={coded('status', ['0', '1'])} />
      </Field>
      <Field of={users} name="remark">
        <Input.TextArea rows={3} maxLength={500} />
      </Field>
    </>
  );
}
