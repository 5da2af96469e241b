import { type User, users } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Tag } from 'antd';
import type { ReactNode } from 'react';
import { recordQueryOptions } from '../../../data/api.ts';
import { displayName, useTranslations } from '../../../data/i18n.ts';
import { usePermission, usePermissions } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { CodeBadge, FieldTitle } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FormFields } from '../../../ui/field-kinds.tsx';
import { validateNewPassword } from '../../../ui/form-validation.ts';
import { NoOptions, Select } from '../../../ui/select.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { TreeSelect } from '../../../ui/tree-select.tsx';
import { UserName } from '../../../ui/user-name.tsx';
import { FirstPassword } from './first-password.tsx';
import { choicesQueryOptions, departmentTreeQueryOptions } from './user-queries.ts';

const none = <span className="text-muted">—</span>;

/** When the user last chose the password. */
function PasswordAge({ user: { pwdUpdateDate } }: { user: User }) {
  const t = useTranslations();
  return pwdUpdateDate ? <TimeText value={pwdUpdateDate} /> : <span className="text-muted">{t('system.user.pwdUpdateDate.none')}</span>;
}

function NameTags({ names }: { names: readonly string[] }) {
  return names.length === 0 ? (
    none
  ) : (
    <span className="inline-flex flex-wrap gap-1">
      {names.map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
    </span>
  );
}

export function UserFacts({ user: listedUser, actions }: { user: User; actions: ReactNode }) {
  const canRead = usePermission(users.permission('read'));
  const fullUser = useQuery({ ...recordQueryOptions(users, listedUser.userId), enabled: canRead }).data;
  const { data: choices } = useQuery({ ...choicesQueryOptions(), enabled: canRead && !hasExtension('userRoles') });
  const user = fullUser ?? listedUser;
  const { dept: department, roles, createBy, updateBy } = user;
  // RuoYi returns only ids of posts, and neither roles nor posts in a list
  const postNames =
    user.postNames ?? (choices?.posts ?? []).filter(({ postId }) => user.postIds?.includes(postId)).map(({ postName }) => postName);
  const detailFields = ['roles', 'posts', 'pwdUpdateDate'];
  const allFacts: [field: string, value: ReactNode][] = [
    ['userName', <CopyableText key="userName">{user.userName}</CopyableText>],
    ['status', <CodeBadge key="status" of={users} field="status" value={user.status} />],
    ['dept', department ? displayName('deptName', department.deptName) : none],
    ['roles', <NameTags key="roles" names={roles.map(({ roleName }) => displayName('roleName', roleName))} />],
    ['posts', <NameTags key="posts" names={postNames.map((postName) => displayName('postName', postName))} />],
    ['phonenumber', user.phonenumber ? <CopyableText key="phone">{user.phonenumber}</CopyableText> : none],
    ['email', user.email ? <CopyableText key="email">{user.email}</CopyableText> : none],
    ['sex', <SexLabel key="sex" sex={user.sex} />],
    ['loginDate', <TimeText key="loginDate" value={user.loginDate} />],
    ['loginIp', user.loginIp || none],
    ['pwdUpdateDate', <PasswordAge key="pwd" user={user} />],
    ['createTime', <TimeAndUser key="create" time={user.createTime} userName={createBy} />],
    ['updateTime', user.updateTime ? <TimeAndUser key="update" time={user.updateTime} userName={updateBy} /> : none],
    ['remark', user.remark || none],
  ];
  const facts = allFacts.filter(([field]) => fullUser !== undefined || hasExtension('userRoles') || !detailFields.includes(field));
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2 text-base/6">
        <strong>{user.nickName}</strong>
        <span className="inline-flex gap-2">{actions}</span>
      </div>
      <FactList>
        {facts.map(([field, value]) => (
          <Fact key={field} label={<FieldTitle of={users} name={field} />}>
            {value}
          </Fact>
        ))}
      </FactList>
    </>
  );
}

const SexLabel = ({ sex }: { sex: User['sex'] }) => useTranslations()(`system.user.sex.${sex}`);

function TimeAndUser({ time, userName }: { time: string; userName: string | null }) {
  return (
    <>
      <TimeText value={time} />
      {userName && (
        <span className="text-muted">
          {' '}
          · <UserName login={userName} />
        </span>
      )}
    </>
  );
}

/** Name and initial password are editable only for a new user. */
export function UserFields() {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const values = (Form.useWatch([], { form, preserve: true }) ?? {}) as Partial<User>;
  const isExisting = values.userId !== undefined;
  // until the record is loaded, neither is displayed: an existing user must not get an initial password field
  const isNew = !isExisting && values.status !== undefined;
  const departments = useQuery(departmentTreeQueryOptions());
  const canRead = usePermissions().hasPermi(users.permission('read'));
  const { data: choices, isError, refetch } = useQuery({ ...choicesQueryOptions(), enabled: canRead });
  // existing roles stay visible, even if the editor may not grant them
  const ungrantableRoles = (values.roles ?? []).filter(({ roleId }) => !choices?.roles.some((role) => role.roleId === roleId));
  const offSuffix = (status: string) => (status === '1' ? ` · ${t('system.user.off')}` : '');
  const roles = [...(choices?.roles ?? []), ...ungrantableRoles].map(({ roleId, roleName, status }) => ({
    value: roleId,
    label: displayName('roleName', roleName) + offSuffix(status),
    disabled: status === '1' || ungrantableRoles.some((role) => role.roleId === roleId),
  }));
  const posts = (choices?.posts ?? []).map(({ postId, postName, status }) => ({
    value: postId,
    label: displayName('postName', postName) + offSuffix(status),
    disabled: status === '1',
  }));
  const selectProps = {
    mode: 'multiple',
    showSearch: { optionFilterProp: 'label' },
    notFoundContent: <NoOptions retry={isError ? refetch : undefined}>{t('kit.noMatch')}</NoOptions>,
  } as const;
  return (
    <FormFields
      of={users}
      fieldProps={{
        nickName: { inputProps: { autoComplete: 'off' } },
        userName: isExisting ? (
          <Form.Item label={t('system.user.userName')}>
            <span className="mono-text">{values.userName}</span>
          </Form.Item>
        ) : (
          isNew && { extra: t('system.user.userName.fixed') }
        ),
        password: isNew && {
          required: true,
          validate: validateNewPassword,
          control: <FirstPassword />,
          ...(!hasExtension('sessionEnd') && { extra: t('system.user.password.hint.plain') }),
        },
        deptId: {
          extra: null,
          control: (
            <TreeSelect
              rows={departments.data ?? []}
              retry={departments.isError ? departments.refetch : undefined}
              allowClear
              placeholder={t('system.user.departmentSearch')}
            />
          ),
        },
        roleIds: { control: <Select {...selectProps} options={roles} /> },
        postIds: { control: <Select {...selectProps} options={posts} /> },
        phonenumber: { extra: null, inputProps: { inputMode: 'tel', autoComplete: 'off' } },
        email: { extra: null, inputProps: { inputMode: 'email', autoComplete: 'off' } },
      }}
    />
  );
}
