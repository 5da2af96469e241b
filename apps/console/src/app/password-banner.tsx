import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useWords } from '../kit/words.ts';
import { useSession } from './session-context.ts';

/** A password that somebody else chose, or that is too old, should be changed: said calmly, on every page but that one. */
export function PasswordBanner() {
  const t = useWords();
  const { isDefaultModifyPwd, isPasswordExpired } = useSession().info;
  const { pathname } = useLocation();
  const [later, setLater] = useState(false);
  if (later || pathname === '/account/settings' || !(isDefaultModifyPwd || isPasswordExpired)) return null;
  return (
    <div className="password-banner" role="status">
      <span>{isDefaultModifyPwd ? t('account.passwordGiven') : t('account.passwordOld')}</span>
      <Link to="/account/settings?tab=password">{t('account.passwordChange')}</Link>
      <button type="button" onClick={() => setLater(true)}>
        {t('account.later')}
      </button>
    </div>
  );
}
