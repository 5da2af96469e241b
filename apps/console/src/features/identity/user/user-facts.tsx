import { type User, users } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { readOf } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { CodeBadge, FieldTitle } from '../../../ui/columns.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { TimeText } from '../../../ui/times.tsx';
import { choicesOf } from './asks.ts';

const none = <span className="none">—</span>;

/** When the user last chose the password. */
function PasswordAge({ user: { pwdUpdateDate } }: { user: User }) {
  const t = useWords();
  return pwdUpdateDate ? <TimeText value={pwdUpdateDate} /> : <span className="none">{t('system.user.pwdUpdateDate.none')}</span>;
}

function Names({ of }: { of: readonly string[] }) {
  return of.length === 0 ? (
    none
  ) : (
    <span className="name-tags">
      {of.map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
    </span>
  );
}

export function UserFacts({ user: listed, actions }: { user: User; actions: ReactNode }) {
  const mayRead = usePermission(users.permission('read'));
  const read = useQuery({ ...readOf(users, listed.userId), enabled: mayRead }).data;
  const { data: choices } = useQuery({ ...choicesOf(), enabled: mayRead && !has('userRoles') });
  const user = read ?? listed;
  const { dept: department, roles, createBy, updateBy } = user;
  // RuoYi returns only ids of posts, and neither roles nor posts in a list
  const postNames =
    user.postNames ?? (choices?.posts ?? []).filter(({ postId }) => user.postIds?.includes(postId)).map(({ postName }) => postName);
  const unlisted = ['roles', 'posts', 'pwdUpdateDate'];
  const all: [field: string, value: ReactNode][] = [
    ['userName', <Mono key="userName">{user.userName}</Mono>],
    ['status', <CodeBadge key="status" of={users} field="status" value={user.status} />],
    ['dept', department?.deptName ?? none],
    ['roles', <Names key="roles" of={roles.map(({ roleName }) => roleName)} />],
    ['posts', <Names key="posts" of={postNames} />],
    ['phonenumber', user.phonenumber ? <Mono key="phone">{user.phonenumber}</Mono> : none],
    ['email', user.email ? <Mono key="email">{user.email}</Mono> : none],
    ['sex', <SexWord key="sex" sex={user.sex} />],
    ['loginDate', <TimeText key="loginDate" value={user.loginDate} />],
    ['loginIp', user.loginIp || none],
    ['pwdUpdateDate', <PasswordAge key="pwd" user={user} />],
    ['createTime', <When key="create" time={user.createTime} who={createBy} />],
    ['updateTime', user.updateTime ? <When key="update" time={user.updateTime} who={updateBy} /> : none],
    ['remark', user.remark || none],
  ];
  const facts = all.filter(([field]) => read !== undefined || has('userRoles') || !unlisted.includes(field));
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

const SexWord = ({ sex }: { sex: User['sex'] }) => useWords()(`system.user.sex.${sex}`);

function When({ time, who }: { time: string; who: string | null }) {
  return (
    <>
      <TimeText value={time} />
      {who && <span className="none"> · {who}</span>}
    </>
  );
}
