import { notices } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { recordQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { DictionaryTag } from '../../../ui/dictionary-tag.tsx';
import { MountedModal } from '../../../ui/form-parts.tsx';
import { RichTextView } from '../../../ui/rich-text-editor.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { UserName } from '../../../ui/user-name.tsx';

/** A preview has neither author nor time. */
interface DisplayedNotice {
  noticeTitle: string;
  noticeType: string;
  noticeContent: string | null | undefined;
  createBy?: string | null;
  createTime?: string;
}

interface NoticeModalProps {
  noticeId: number;
  /** Runs once the text is displayed, so that a notice that failed to load stays unread. */
  onDisplayed?: () => void;
  onClose: () => void;
}

/** One notice in a modal, 900 pixels wide. */
export default function NoticeModal({ noticeId, onDisplayed, onClose }: NoticeModalProps) {
  const notice = useQuery({ ...recordQueryOptions(notices, noticeId), meta: { ownErrors: true } });
  const isLoaded = notice.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each notice
  useEffect(() => {
    if (isLoaded) onDisplayed?.();
  }, [isLoaded, noticeId]);
  return (
    <NoticeWindow notice={notice.data} onClose={onClose}>
      {notice.error && !notice.data && <ErrorState error={notice.error} onRetry={() => void notice.refetch()} />}
    </NoticeWindow>
  );
}

export function NoticeWindow({
  notice,
  onClose,
  children,
}: {
  notice: DisplayedNotice | undefined;
  onClose: () => void;
  children?: React.ReactNode;
}) {
  const t = useTranslations();
  return (
    <MountedModal
      width={900}
      footer={null}
      onCancel={onClose}
      title={
        notice ? (
          <span className="inline-flex flex-wrap items-center gap-2 wrap-anywhere">
            <DictionaryTag type="sys_notice_type" value={notice.noticeType} />
            {notice.noticeTitle}
          </span>
        ) : (
          t('system.notice')
        )
      }
    >
      {children || (notice ? <NoticeText notice={notice} /> : <LoadingState rows={4} />)}
    </MountedModal>
  );
}

function NoticeText({ notice: { noticeContent, createBy, createTime } }: { notice: DisplayedNotice }) {
  const t = useTranslations();
  return (
    <article>
      {createTime && (
        <p className="mt-0 mb-4 flex gap-3 text-xs/5 text-muted">
          {createBy && <UserName login={createBy} />}
          <TimeText value={createTime} />
        </p>
      )}
      {noticeContent ? <RichTextView html={noticeContent} /> : <p className="text-muted">{t('system.notice.noContent')}</p>}
    </article>
  );
}
