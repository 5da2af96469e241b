import type { OwnNotice } from '@suyuan/contract';
import { TimeText } from '../../kit/times.tsx';
import { useWords } from '../../kit/words.ts';
import { OwnList } from './own-list.tsx';
import { ownNotices } from './own-lists.ts';

/** Which notices I have read, and when. */
export function OwnNotices() {
  const t = useWords();
  return (
    <OwnList
      label={t('account.notices')}
      query={ownNotices}
      empty={t('account.notices.none')}
      row={(row: OwnNotice) => (
        <li key={row.noticeId}>
          <div className="own-words">
            <div className="own-name">
              <strong>{row.noticeTitle}</strong>
            </div>
            <div className="own-facts">
              <span>
                {t('account.notices.sent')} <TimeText value={row.createTime} />
              </span>
              <span>
                {t('account.notices.read')} <TimeText value={row.readTime} />
              </span>
            </div>
          </div>
        </li>
      )}
    />
  );
}
