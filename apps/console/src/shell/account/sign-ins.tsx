import type { OwnSignIn } from '@suyuan/contract';
import { useTranslations } from '../../data/words.ts';
import { StatusDot } from '../../ui/columns.tsx';
import { TimeText } from '../../ui/times.tsx';
import { clientLabel, locationLabel } from './machine.ts';
import { AccountList } from './own-list.tsx';
import { signInsQuery } from './own-lists.ts';

export function SignIns() {
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
