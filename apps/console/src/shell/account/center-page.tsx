import type { OwnNotice, OwnSignIn, Translate } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../data/i18n.ts';
import { hasExtension } from '../../data/server-info.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-format.tsx';
import { TaskList, useTasks } from '../tasks.tsx';
import {
  AccountList,
  AccountTabs,
  clientLabel,
  locationLabel,
  noticesQuery,
  type Profile,
  profileQuery,
  signInsQuery,
} from './account-parts.tsx';
import { AvatarUpload } from './avatar-upload.tsx';
import './account.css';
import { Suspense, useState } from 'react';
import { StatusDot } from '../../ui/columns.tsx';
import { lazyWithRetry } from '../../ui/lazy-component.tsx';

function SignIns() {
  const t = useTranslations();
  return (
    <AccountList
      label={t('account.signIns')}
      query={signInsQuery}
      empty={t('account.signIns.none')}
      head={() => (
        <div className="own-head">
          <p>{t('account.signIns.purpose')}</p>
        </div>
      )}
      row={(row: OwnSignIn) => (
        <li key={row.infoId}>
          <div className="own-words">
            <div className="own-name">
              <StatusDot tone={row.status === '0' ? 'genuine' : 'grave'}>{row.msg}</StatusDot>
            </div>
            <div className="own-facts">
              <span>{clientLabel(t, row)}</span>
              <span>{locationLabel(row)}</span>
            </div>
          </div>
          <TimeText value={row.loginTime} seconds />
        </li>
      )}
    />
  );
}

const NoticeModal = lazyWithRetry(() => import('../../features/system/notice/notice-modal.tsx'));

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
          <li key={row.noticeId}>
            <div className="own-words">
              <div className="own-name">
                <button type="button" className="row-link row-link-strong" onClick={() => setOpenNoticeId(row.noticeId)}>
                  {row.noticeTitle}
                </button>
              </div>
              <div className="own-facts">
                <span>
                  {t('account.notices.sent')} <TimeText value={row.createTime} />
                </span>
                <span>
                  {t('account.notices.read')} <TimeText value={row.readTime} />
                </span>
              </div>
            </div>
          </li>
        )}
      />
      {openNoticeId !== undefined && (
        <Suspense>
          <NoticeModal noticeId={openNoticeId} onClose={() => setOpenNoticeId(undefined)} />
        </Suspense>
      )}
    </>
  );
}

export default function CenterPage() {
  const t = useTranslations();
  const profile = useQuery(profileQuery);
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
    <div className="page">
      <PageHeader
        title={t('account.center')}
        purpose={t(tabs.length > 0 ? 'account.centerPurpose' : 'account.centerPurpose.plain')}
        actions={<RowLink to="/account/settings">{t('account.settings')}</RowLink>}
      />
      <div className="account-columns">
        <section className="card account-card" aria-label={t('account.profile')}>
          {profile.data ? (
            <ProfileCard profile={profile.data} />
          ) : profile.error ? (
            <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />
          ) : (
            <LoadingState rows={8} />
          )}
        </section>
        {tabs.length > 0 && (
          <section className="card account-tabs">
            <AccountTabs items={tabs} />
          </section>
        )}
      </div>
    </div>
  );
}

function ProfileCard({ profile: { data: user, roleGroup, postGroup } }: { profile: Profile }) {
  const t = useTranslations();
  return (
    <>
      <div className="account-face">
        <AvatarUpload user={user} size={88} />
        <h2>{user.nickName}</h2>
        <p>{user.userName}</p>
      </div>
      <dl className="account-facts">
        <Fact name={t('account.dept')} value={user.dept?.deptName} />
        <Fact name={t('account.posts')} value={joinNames(t, postGroup)} />
        <Fact name={t('account.roles')} value={joinNames(t, roleGroup)} />
        <Fact name={t('account.phone')} value={user.phonenumber} />
        <Fact name={t('account.email')} value={user.email} />
        <Fact name={t('account.createTime')} value={<TimeText value={user.createTime} />} />
        <Fact name={t('account.loginDate')} value={user.loginDate && <TimeText value={user.loginDate} />} />
      </dl>
    </>
  );
}

/** Names that RuoYi joins by commas, separated as in the locale. */
const joinNames = (t: Translate, names: string | undefined) => names?.split(',').filter(Boolean).join(t('kit.joint'));

const Fact = ({ name, value }: { name: string; value: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value || <span className="none">—</span>}</dd>
  </div>
);

function Tasks() {
  const t = useTranslations();
  const { list } = useTasks();
  if (list.error && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <LoadingState rows={4} />;
  return list.data.rows.length > 0 ? <TaskList tasks={list.data.rows} /> : <EmptyState text={t('account.taskNone')} />;
}
