import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from '../data/words.ts';
import { useSession } from './session-context.ts';

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
