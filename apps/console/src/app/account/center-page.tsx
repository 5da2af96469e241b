import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '../../kit/page-header.tsx';
import { RowLink } from '../../kit/row-link.tsx';
import { Failed, Waiting } from '../../kit/states.tsx';
import { useWords } from '../../kit/words.ts';
import { Avatar } from '../avatar.tsx';
import { TaskList } from '../task-list.tsx';
import { useTasks } from '../task-tray.tsx';
import { profileQuery } from './profile.ts';

/** Who I am here, what I belong to and my own long work. */
export default function CenterPage() {
  const t = useWords();
  const profile = useQuery(profileQuery);
  const { list } = useTasks();
  if (profile.error) return <Failed error={profile.error} onRetry={() => void profile.refetch()} />;
  const { data: user, roleGroup } = profile.data ?? {};
  return (
    <div className="page">
      <PageHeader
        title={t('account.center')}
        purpose={t('account.centerPurpose')}
        actions={<RowLink to="/account/settings">{t('account.settings')}</RowLink>}
      />
      <div className="account-grid">
        <section className="card account-card">
          {user ? (
            <>
              <div className="account-who">
                <Avatar user={user} size={64} />
                <div>
                  <h2>{user.nickName}</h2>
                  <p className="none">{user.userName}</p>
                </div>
              </div>
              <dl className="record-view">
                <Fact name={t('account.dept')} value={user.dept?.deptName} />
                <Fact name={t('account.roles')} value={roleGroup} />
                <Fact name={t('account.phone')} value={user.phonenumber} />
                <Fact name={t('account.email')} value={user.email} />
              </dl>
            </>
          ) : (
            <Waiting rows={5} />
          )}
        </section>
        <section className="card account-card">
          <h2>{t('account.task')}</h2>
          {list.data ? <TaskList tasks={list.data.rows} /> : <Waiting rows={4} />}
        </section>
      </div>
    </div>
  );
}

const Fact = ({ name, value }: { name: string; value: string | null | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value || <span className="none">—</span>}</dd>
  </div>
);
