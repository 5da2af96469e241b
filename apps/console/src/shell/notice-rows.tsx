import type { ReactNode } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { DictionaryTag } from '../ui/dictionary-tag.tsx';
import { TimeText } from '../ui/time-format.tsx';

interface NoticeRowsProps {
  /** `isRead` is absent on a server without read marks. */
  rows: readonly { noticeId: number; noticeTitle: string; noticeType: string; createTime: string; isRead?: boolean }[];
  /** Displays the type of each notice. */
  showType?: boolean;
  onRead: (noticeId: number) => void;
  children?: ReactNode;
}

const rowButton = 'block w-full cursor-pointer border-0 bg-transparent px-4 py-2 text-start [font:inherit] text-ink hover:bg-hover';

function UnreadMark() {
  const t = useTranslations();
  return (
    <>
      <i className="me-2 inline-block size-1.5 rounded-full bg-danger align-[2px]" aria-hidden="true" />
      <span className="sr-only">{t('system.notice.unread')}</span>
    </>
  );
}

export function NoticeRows({ rows, showType, onRead, children }: NoticeRowsProps) {
  return (
    <ul className="m-0 max-h-75 list-none overflow-auto px-0 py-1">
      {rows.map(({ noticeId, noticeTitle, noticeType, createTime, isRead }) => (
        <li key={noticeId}>
          <button type="button" className={rowButton} onClick={() => onRead(noticeId)}>
            <span className={`block truncate ${isRead === false ? 'font-semibold' : ''}`}>
              {isRead === false && <UnreadMark />}
              {noticeTitle}
            </span>
            <span className="flex items-center gap-2 [&_time]:text-xs/5 [&_time]:text-muted">
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
