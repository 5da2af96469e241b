import type { OwnNotice } from '@suyuan/contract';
import { Suspense, useState } from 'react';
import { useTranslations } from '../../data/words.ts';
import { lazyWithRetry } from '../../ui/lazy-part.ts';
import { TimeText } from '../../ui/times.tsx';
import { AccountList } from './own-list.tsx';
import { noticesQuery } from './own-lists.ts';

const NoticeModal = lazyWithRetry(() => import('../../features/system/notice/notice-modal.tsx'));

export function OwnNotices() {
  const t = useTranslations();
  const [openNoticeId, setOpenNoticeId] = useState<number>();
  return (
    <>
      <AccountList
        label={t('account.notices')}
        query={noticesQuery}
        empty={t('account.notices.none')}
        row={(row: OwnNotice) => (
          <li key={row.noticeId}>
            <div className="own-words">
              <div className="own-name">
                <button type="button" className="row-link row-link-strong" onClick={() => setOpenNoticeId(row.noticeId)}>
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
      {openNoticeId !== undefined && (
        <Suspense>
          <NoticeModal noticeId={openNoticeId} onClose={() => setOpenNoticeId(undefined)} />
        </Suspense>
      )}
    </>
  );
}
