import { type User, users } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { recordQueryOptions } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { CodeBadge, FieldTitle } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/mono.tsx';
import { TimeText } from '../../../ui/times.tsx';
import { choicesQueryOptions } from './asks.ts';

const none = <span className="none">—</span>;

/** When the user last chose the password. */
function PasswordAge({ user: { pwdUpdateDate } }: { user: User }) {
  const t = useTranslations();
  return pwdUpdateDate ? <TimeText value={pwdUpdateDate} /> : <span className="none">{t('system.user.pwdUpdateDate.none')}</span>;
}

function NameTags({ names }: { names: readonly string[] }) {
  return names.length === 0 ? (
    none
  ) : (
    <span className="name-tags">
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
    ['dept', department?.deptName ?? none],
    ['roles', <NameTags key="roles" names={roles.map(({ roleName }) => roleName)} />],
    ['posts', <NameTags key="posts" names={postNames} />],
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
      <div className="user-facts-head">
        <strong>{user.nickName}</strong>
        <span className="user-facts-acts">{actions}</span>
      </div>
      <dl className="record-view">
        {facts.map(([field, value]) => (
          <div key={field}>
            <dt>
              <FieldTitle of={users} name={field} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const SexLabel = ({ sex }: { sex: User['sex'] }) => useTranslations()(`system.user.sex.${sex}`);

function TimeAndUser({ time, userName }: { time: string; userName: string | null }) {
  return (
    <>
      <TimeText value={time} />
      {userName && <span className="none"> · {userName}</span>}
    </>
  );
}
