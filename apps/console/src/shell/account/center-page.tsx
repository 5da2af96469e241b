import type { OwnNotice, OwnSignIn, Translate } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { displayName, useTranslations } from '../../data/i18n.ts';
import { hasExtension } from '../../data/server-info.ts';
import { StatusDot } from '../../ui/columns.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { EmptyState, QueryState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-format.tsx';
import { TaskList, useTasks } from '../tasks.tsx';
import {
  AccountList,
  AccountListHead,
  AccountRow,
  AccountTabs,
  clientLabel,
  locationLabel,
  noticesQuery,
  type Profile,
  profileQuery,
  signInsQuery,
} from './account-parts.tsx';
import { AvatarUpload } from './avatar-upload.tsx';

function SignIns() {
  const t = useTranslations();
  return (
    <AccountList
      label={t('account.signIns')}
      query={signInsQuery}
      empty={t('account.signIns.none')}
      head={() => <AccountListHead text={t('account.signIns.purpose')} />}
      row={(row: OwnSignIn) => (
        <AccountRow
          key={row.infoId}
          name={<StatusDot tone={row.status === '0' ? 'genuine' : 'grave'}>{row.msg}</StatusDot>}
          facts={
            <>
              <span>{clientLabel(t, row)}</span>
              <span>{locationLabel(row)}</span>
            </>
          }
        >
          <TimeText value={row.loginTime} seconds />
        </AccountRow>
      )}
    />
  );
}

const NoticeModal = lazyDialog(() => import('../../features/system/notice/notice-modal.tsx'));

function OwnNotices() {
  const t = useTranslations();
  const [openNoticeId, setOpenNoticeId] = useState<number>();
  return (
    <>
      <AccountList
        label={t('account.notices')}
        query={noticesQuery}
        empty={t('account.notices.none')}
        row={(row: OwnNotice) => (
          <AccountRow
            key={row.noticeId}
            name={
              <button type="button" className="text-link font-medium" onClick={() => setOpenNoticeId(row.noticeId)}>
                {row.noticeTitle}
              </button>
            }
            facts={
              <>
                <span>
                  {t('account.notices.sent')} <TimeText value={row.createTime} />
                </span>
                <span>
                  {t('account.notices.read')} <TimeText value={row.readTime} />
                </span>
              </>
            }
          />
        )}
      />
      {openNoticeId !== undefined && <NoticeModal noticeId={openNoticeId} onClose={() => setOpenNoticeId(undefined)} />}
    </>
  );
}

export default function CenterPage() {
  const t = useTranslations();
  const profile = useQuery(profileQuery);
  const { list: tasks } = useTasks();
  // an empty list says less than the sign-ins
  const initialKey = tasks.data?.rows.length === 0 && hasExtension('ownActivity') ? 'signIns' : undefined;
  const tabs = [
    ...(hasExtension('tasks') ? [{ key: 'tasks', label: t('account.task'), children: <Tasks /> }] : []),
    ...(hasExtension('ownActivity')
      ? [
          { key: 'notices', label: t('account.notices'), children: <OwnNotices /> },
          { key: 'signIns', label: t('account.signIns'), children: <SignIns /> },
        ]
      : []),
  ];
  return (
    <Page>
      <PageHeader
        title={t('account.center')}
        purpose={t(tabs.length > 0 ? 'account.centerPurpose' : 'account.centerPurpose.plain')}
        actions={<RowLink to="/account/settings">{t('account.settings')}</RowLink>}
      />
      <div className="grid grid-cols-[320px_minmax(0,1fr)] items-start gap-4 max-lg:grid-cols-1">
        <section className="card p-6 max-sm:p-4" aria-label={t('account.profile')}>
          {profile.data ? <ProfileCard profile={profile.data} /> : <QueryState query={profile} rows={8} />}
        </section>
        {tabs.length > 0 && <AccountTabs items={tabs} initialKey={initialKey} />}
      </div>
    </Page>
  );
}

function ProfileCard({ profile: { data: user, roleGroup, postGroup } }: { profile: Profile }) {
  const t = useTranslations();
  return (
    <>
      <div className="flex flex-col items-center pb-4 text-center">
        <AvatarUpload user={user} size={88} />
        <h2 className="mt-3 mb-0 text-lg/7 font-semibold wrap-anywhere">{displayName('nickName', user.nickName)}</h2>
        <p className="m-0 text-muted">{user.userName}</p>
      </div>
      <dl className="m-0 border-t border-line pt-4">
        <Fact name={t('account.dept')} value={user.dept && displayName('deptName', user.dept.deptName)} />
        <Fact name={t('account.posts')} value={joinNames(t, 'postName', postGroup)} />
        <Fact name={t('account.roles')} value={joinNames(t, 'roleName', roleGroup)} />
        <Fact name={t('account.phone')} value={user.phonenumber} />
        <Fact name={t('account.email')} value={user.email} />
        <Fact name={t('account.createTime')} value={<TimeText value={user.createTime} />} />
        <Fact name={t('account.loginDate')} value={user.loginDate && <TimeText value={user.loginDate} />} />
      </dl>
    </>
  );
}

/** Names that RuoYi joins by commas, separated as in the locale. */
const joinNames = (t: Translate, field: string, names: string | undefined) =>
  names
    ?.split(',')
    .filter(Boolean)
    .map((name) => displayName(field, name))
    .join(t('kit.joint'));

const Fact = ({ name, value }: { name: string; value: React.ReactNode }) => (
  <div className="grid grid-cols-[calc(var(--term)-32px)_minmax(0,1fr)] gap-3 py-1">
    <dt className="text-muted">{name}</dt>
    <dd className="m-0 wrap-anywhere">{value || <span className="text-muted">—</span>}</dd>
  </div>
);

function Tasks() {
  const t = useTranslations();
  const { list } = useTasks();
  if (!list.data) return <QueryState query={list} rows={4} />;
  return list.data.rows.length > 0 ? <TaskList tasks={list.data.rows} /> : <EmptyState text={t('account.taskNone')} />;
}
