import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { fetchEnvelope } from '../data/request.ts';
import { hasExtension } from '../data/server-about.ts';
import { loadPageWords } from '../data/words.ts';
import { DialogLoadError, LazyBoundary } from '../ui/part-boundary.tsx';
import { NOTICES_PATH, topNotices } from './top-notices.ts';
import { withAntdProvider } from './with-antd-provider.tsx';

const NoticeModal = withAntdProvider(() => import('../features/system/notice/notice-modal.tsx'), loadPageWords);

/** Opens one notice in a modal. Marks it as read once its text is displayed, if the server supports it. */
export function useNoticeModal(): [read: (noticeId: number) => void, window: ReactNode] {
  const client = useQueryClient();
  const [openNoticeId, setOpenNoticeId] = useState<number>();
  const close = () => setOpenNoticeId(undefined);
  const markRead = (noticeId: number) => {
    if (!hasExtension('noticeStates') && !client.getQueryData(topNotices.queryKey)) return;
    void fetchEnvelope('POST', `${NOTICES_PATH}/markRead?noticeId=${noticeId}`)
      .then(() => client.invalidateQueries({ queryKey: topNotices.queryKey }))
      .catch(() => undefined);
  };
  const modal = openNoticeId !== undefined && (
    <LazyBoundary renderError={() => <DialogLoadError onClose={close} />}>
      <NoticeModal noticeId={openNoticeId} onDisplayed={() => markRead(openNoticeId)} onClose={close} />
    </LazyBoundary>
  );
  return [setOpenNoticeId, modal];
}
