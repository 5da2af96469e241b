import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { checkConnection, onReconnect, useConnection } from '../data/connection.ts';
import { translate, useTranslations } from '../data/i18n.ts';
import { storeLocally } from '../data/platform.ts';
import { shellServices } from '../data/shell-services.ts';
import { discardAllUnsavedChanges, hasAnyUnsavedChanges } from '../data/unsaved-changes.ts';
import { confirm } from '../ui/confirm.ts';
import { activateUpdate, registerServiceWorker, useAppUpdate } from './app-update.ts';
import { useSession } from './session.ts';

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

/** Colours and margins of a line above the page. */
const line = 'mx-(--gutter) mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded border px-4 py-2';
const lines = {
  notice: 'border-edge bg-surface',
  warning: 'border-warning-line bg-warning-ground',
  // below header and tabs, so that it is visible at the end of a long form
  stickyWarning: 'sticky top-[108px] z-9 border-warning-line bg-warning-ground',
};
const lineButton = 'ml-auto cursor-pointer border-0 bg-transparent [font:inherit]';

function BannerLine({ text, action, onAction, warning }: { text: string; action: string; onAction: () => void; warning?: boolean }) {
  return (
    <div className={`${line} ${warning ? lines.stickyWarning : lines.notice}`} role="status">
      <span>{text}</span>
      <button type="button" className={`${lineButton} text-primary-ink`} onClick={onAction}>
        {action}
      </button>
    </div>
  );
}

const keyOf = (userId: number) => `suyuan.passwordLater.${userId}`;

/** Prompts on home for a change of an initial or expired password. Dismissed for this password; the dot on the avatar stays. */
export function PasswordBanner() {
  const t = useTranslations();
  const { isDefaultModifyPwd, isPasswordExpired, user } = useSession().info;
  const { pathname } = useLocation();
  const isDue = isDefaultModifyPwd || isPasswordExpired;
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(keyOf(user.userId)) !== null);
  useEffect(() => {
    if (!isDue) localStorage.removeItem(keyOf(user.userId));
  }, [isDue, user.userId]);
  if (dismissed || pathname !== '/index' || !isDue) return null;
  const dismiss = () => {
    storeLocally(keyOf(user.userId), 'dismissed');
    setDismissed(true);
  };
  return (
    <div className={`${line} ${lines.warning}`} role="status">
      <span>{isDefaultModifyPwd ? t('account.passwordGiven') : t('account.passwordOld')}</span>
      <Link to="/account/settings?tab=password" className="text-inherit underline">
        {t('account.passwordChange')}
      </Link>
      <button type="button" className={`${lineButton} text-muted hover:text-inherit`} onClick={dismiss}>
        {t('account.later')}
      </button>
    </div>
  );
}

export function PasswordDot() {
  const t = useTranslations();
  const { isDefaultModifyPwd, isPasswordExpired } = useSession().info;
  if (!(isDefaultModifyPwd || isPasswordExpired)) return null;
  return (
    <span
      className="mt-1.5 -ml-3.5 size-2 flex-none self-start rounded-full bg-warning"
      title={t('account.passwordChange')}
      aria-hidden="true"
    />
  );
}
