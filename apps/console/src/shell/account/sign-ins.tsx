import type { OwnSignIn } from '@suyuan/contract';
import { useWords } from '../../data/words.ts';
import { Dot } from '../../ui/columns.tsx';
import { TimeText } from '../../ui/times.tsx';
import { machineOf, placeOf } from './machine.ts';
import { OwnList } from './own-list.tsx';
import { ownSignIns } from './own-lists.ts';

export function SignIns() {
  const t = useWords();
  return (
    <OwnList
      label={t('account.signIns')}
      query={ownSignIns}
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
              <Dot tone={row.status === '0' ? 'genuine' : 'grave'}>{row.msg}</Dot>
            </div>
            <div className="own-facts">
              <span>{machineOf(t, row)}</span>
              <span>{placeOf(row)}</span>
            </div>
          </div>
          <TimeText value={row.loginTime} seconds />
        </li>
      )}
    />
  );
}
