import { users } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { hasExtension } from '../../../data/server-about.ts';
import type { useTranslations } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { TimeText } from '../../../ui/times.tsx';
import type { Person } from './asks.ts';

export function personColumns(t: ReturnType<typeof useTranslations>): TableColumnType<Person>[] {
  const none = <span className="none">—</span>;
  const column = (
    name: 'nickName' | 'userName' | 'status' | 'dept' | 'phonenumber' | 'email' | 'createTime',
    cell: (person: Person) => ReactNode,
  ) => ({
    ...{ key: name, dataIndex: name, title: t(users.word(name)) },
    render: (_: unknown, person: Person) => cell(person) || none,
  });
  return [
    column('nickName', ({ nickName }) => nickName),
    column('userName', ({ userName }) => <span className="mono-text">{userName}</span>),
    column('status', ({ status }) => <CodeBadge of={users} field="status" value={status} />),
    ...(hasExtension('userRoles') ? [column('dept', ({ dept: department }) => department?.deptName)] : []),
    column('phonenumber', ({ phonenumber }) => phonenumber),
    column('email', ({ email }) => email),
    column('createTime', ({ createTime }) => <TimeText value={createTime} />),
  ];
}
