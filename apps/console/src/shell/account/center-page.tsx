import type { Translate } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { has } from '../../data/server-about.ts';
import { useWords } from '../../data/words.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { Failed, Nothing, Waiting } from '../../ui/states.tsx';
import { TimeText } from '../../ui/times.tsx';
import { TaskList } from '../task-list.tsx';
import { useTasks } from '../task-tray.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { AvatarChange } from './avatar-change.tsx';
import { OwnNotices } from './own-notices.tsx';
import { type Profile, profileQuery } from './profile.ts';
import { SignIns } from './sign-ins.tsx';
import './account.css';

export default function CenterPage() {
  const t = useWords();
  const profile = useQuery(profileQuery);
  const tabs = [
    ...(has('tasks') ? [{ key: 'tasks', label: t('account.task'), children: <Tasks /> }] : []),
    ...(has('ownActivity')
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
            <Who profile={profile.data} />
          ) : profile.error ? (
            <Failed error={profile.error} onRetry={() => void profile.refetch()} />
          ) : (
            <Waiting rows={8} />
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

function Who({ profile: { data: user, roleGroup, postGroup } }: { profile: Profile }) {
  const t = useWords();
  return (
    <>
      <div className="account-face">
        <AvatarChange user={user} size={88} />
        <h2>{user.nickName}</h2>
        <p>{user.userName}</p>
      </div>
      <dl className="account-facts">
        <Fact name={t('account.dept')} value={user.dept?.deptName} />
        <Fact name={t('account.posts')} value={listed(t, postGroup)} />
        <Fact name={t('account.roles')} value={listed(t, roleGroup)} />
        <Fact name={t('account.phone')} value={user.phonenumber} />
        <Fact name={t('account.email')} value={user.email} />
        <Fact name={t('account.createTime')} value={<TimeText value={user.createTime} />} />
        <Fact name={t('account.loginDate')} value={user.loginDate && <TimeText value={user.loginDate} />} />
      </dl>
    </>
  );
}

/** Names that RuoYi joins by commas, separated as in the locale. */
const listed = (t: Translate, names: string | undefined) => names?.split(',').filter(Boolean).join(t('kit.joint'));

const Fact = ({ name, value }: { name: string; value: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value || <span className="none">—</span>}</dd>
  </div>
);

function Tasks() {
  const t = useWords();
  const { list } = useTasks();
  if (list.error && !list.data) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Waiting rows={4} />;
  return list.data.rows.length > 0 ? <TaskList tasks={list.data.rows} /> : <Nothing text={t('account.taskNone')} />;
}
