import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { checkConnection, onReconnect, useConnection } from '../data/connection.ts';
import { translate, useTranslations } from '../data/i18n.ts';
import { shellServices } from '../data/shell-services.ts';
import { discardAllUnsavedChanges, hasAnyUnsavedChanges } from '../data/unsaved-changes.ts';
import { confirm } from '../ui/confirm.ts';
import { useSession } from './session.ts';
import './upkeep.css';
import { activateUpdate, registerServiceWorker, useAppUpdate } from './app-update.ts';

export function StatusBanner() {
  const t = useTranslations();
  const { state } = useConnection();
  const { waiting } = useAppUpdate();
  useEffect(registerServiceWorker, []);
  useEffect(() => onReconnect(() => shellServices.notify('success', translate('shell.connection.back'))), []);
  const activateNewVersion = async () => {
    const confirmOptions = {
      title: t('shell.version.unsavedAsk'),
      content: t('kit.unsavedHint'),
      okText: t('shell.version.reload'),
      danger: true,
    };
    if (hasAnyUnsavedChanges() && !(await confirm(confirmOptions))) return;
    discardAllUnsavedChanges();
    activateUpdate();
  };
  return (
    <>
      {state !== 'up' && (
        <BannerLine
          text={t(`shell.connection.${state}`)}
          action={t('shell.connection.look')}
          onAction={() => void checkConnection()}
          warning
        />
      )}
      {waiting && (
        <BannerLine text={t('shell.version.new')} action={t('shell.version.reload')} onAction={() => void activateNewVersion()} />
      )}
    </>
  );
}

function BannerLine({ text, action, onAction, warning }: { text: string; action: string; onAction: () => void; warning?: boolean }) {
  return (
    <div className={warning ? 'upkeep upkeep-warning' : 'upkeep'} role="status">
      <span>{text}</span>
      <button type="button" onClick={onAction}>
        {action}
      </button>
    </div>
  );
}

/** Milliseconds for which a dismissed banner stays hidden. */
const DISMISSED_FOR = 24 * 3_600_000;

const keyOf = (userId: number) => `suyuan.passwordLater.${userId}`;

const isDismissed = (userId: number) => Date.now() - Number(localStorage.getItem(keyOf(userId))) < DISMISSED_FOR;

/** Prompts for a change of an initial or expired password. Dismissing it hides the banner for a day; the dot on the avatar stays. */
export function PasswordBanner() {
  const t = useTranslations();
  const { isDefaultModifyPwd, isPasswordExpired, user } = useSession().info;
  const { pathname } = useLocation();
  const [dismissed, setDismissed] = useState(() => isDismissed(user.userId));
  if (dismissed || pathname === '/account/settings' || !(isDefaultModifyPwd || isPasswordExpired)) return null;
  const dismiss = () => {
    localStorage.setItem(keyOf(user.userId), String(Date.now()));
    setDismissed(true);
  };
  return (
    <div className="password-banner" role="status">
      <span>{isDefaultModifyPwd ? t('account.passwordGiven') : t('account.passwordOld')}</span>
      <Link to="/account/settings?tab=password">{t('account.passwordChange')}</Link>
      <button type="button" onClick={dismiss}>
        {t('account.later')}
      </button>
    </div>
  );
}

export function PasswordDot() {
  const t = useTranslations();
  const { isDefaultModifyPwd, isPasswordExpired } = useSession().info;
  if (!(isDefaultModifyPwd || isPasswordExpired)) return null;
  return <span className="avatar-dot" title={t('account.passwordChange')} aria-hidden="true" />;
}
