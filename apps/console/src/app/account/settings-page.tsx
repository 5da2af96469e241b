import { PageHeader } from '../../kit/page-header.tsx';
import { useWords } from '../../kit/words.ts';
import { AccountTabs } from './account-tabs.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Sessions } from './sessions.tsx';
import './account.css';

/** My own name and picture, my password, and where I am signed in. */
export default function SettingsPage() {
  const t = useWords();
  return (
    <div className="page">
      <PageHeader title={t('account.settings')} purpose={t('account.settingsPurpose')} />
      <section className="card account-tabs">
        <AccountTabs
          items={[
            { key: 'profile', label: t('account.profile'), children: <ProfileForm /> },
            { key: 'password', label: t('account.passwordChange'), children: <PasswordForm /> },
            { key: 'sessions', label: t('account.session'), children: <Sessions /> },
          ]}
        />
      </section>
    </div>
  );
}
