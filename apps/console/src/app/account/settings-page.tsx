import { PageHeader } from '../../kit/page-header.tsx';
import { useWords } from '../../kit/words.ts';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';

/** My own name, ways to reach me, and my password. */
export default function SettingsPage() {
  const t = useWords();
  return (
    <div className="page">
      <PageHeader title={t('account.settings')} purpose={t('account.settingsPurpose')} />
      <div className="account-grid">
        <section className="card account-card">
          <h2>{t('account.profile')}</h2>
          <ProfileForm />
        </section>
        <section className="card account-card">
          <h2>{t('account.passwordChange')}</h2>
          <PasswordForm />
        </section>
      </div>
    </div>
  );
}
