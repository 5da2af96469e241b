import type { OwnNotice } from '@suyuan/contract';
import { Suspense, useState } from 'react';
import { useWords } from '../../data/words.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { TimeText } from '../../ui/times.tsx';
import { OwnList } from './own-list.tsx';
import { ownNotices } from './own-lists.ts';

const NoticeModal = lazyPart(() => import('../../features/system/notice/notice-modal.tsx'));

export function OwnNotices() {
  const t = useWords();
  const [open, show] = useState<number>();
  return (
    <>
      <OwnList
        label={t('account.notices')}
        query={ownNotices}
        empty={t('account.notices.none')}
        row={(row: OwnNotice) => (
          <li key={row.noticeId}>
            <div className="own-words">
              <div className="own-name">
                <button type="button" className="row-link row-link-strong" onClick={() => show(row.noticeId)}>
                  {row.noticeTitle}
                </button>
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
      {open !== undefined && (
        <Suspense>
          <NoticeModal noticeId={open} onClose={() => show(undefined)} />
        </Suspense>
      )}
    </>
  );
}
