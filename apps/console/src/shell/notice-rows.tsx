import type { ReactNode } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { DictionaryTag } from '../ui/dictionary-tag.tsx';
import { TimeText } from '../ui/time-format.tsx';
import './bell.css';

interface NoticeRowsProps {
  /** `isRead` is absent on a server without read marks. */
  rows: readonly { noticeId: number; noticeTitle: string; noticeType: string; createTime: string; isRead?: boolean }[];
  /** Displays the type of each notice. */
  showType?: boolean;
  onRead: (noticeId: number) => void;
  children?: ReactNode;
}

export function NoticeRows({ rows, showType, onRead, children }: NoticeRowsProps) {
  const t = useTranslations();
  return (
    <ul className="bell-rows">
      {rows.map(({ noticeId, noticeTitle, noticeType, createTime, isRead }) => (
        <li key={noticeId}>
          <button type="button" onClick={() => onRead(noticeId)}>
            <span className={isRead === false ? 'bell-title bell-unread' : 'bell-title'}>
              {isRead === false && <span className="unseen">{t('system.notice.unread')}</span>}
              {noticeTitle}
            </span>
            <span className="bell-facts">
              {showType && <DictionaryTag type="sys_notice_type" value={noticeType} />}
              <TimeText value={createTime} />
            </span>
          </button>
        </li>
      ))}
      {children}
    </ul>
  );
}
