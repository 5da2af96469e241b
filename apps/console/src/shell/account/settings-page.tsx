import { hasExtension } from '../../data/server-about.ts';
import { useTranslations } from '../../data/words.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Sessions } from './sessions.tsx';
import './account.css';

export default function SettingsPage() {
  const t = useTranslations();
  return (
    <div className="page">
      <PageHeader
        title={t('account.settings')}
        purpose={t(hasExtension('ownActivity') ? 'account.settingsPurpose' : 'account.settingsPurpose.plain')}
      />
      <section className="card account-tabs">
        <AccountTabs
          items={[
            { key: 'profile', label: t('account.profile'), children: <ProfileForm /> },
            { key: 'password', label: t('account.passwordChange'), children: <PasswordForm /> },
            ...(hasExtension('ownActivity') ? [{ key: 'sessions', label: t('account.session'), children: <Sessions /> }] : []),
          ]}
        />
      </section>
    </div>
  );
}
