import type { NoticeTop } from '@suyuan/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { asApiError } from '../data/api-error.ts';
import { loadPageWords } from '../data/i18n.ts';
import { fetchEnvelope } from '../data/request.ts';
import { hasExtension } from '../data/server-info.ts';
import { DialogLoadError, LazyBoundary } from '../ui/lazy-component.tsx';
import { withAntdProvider } from './with-antd-provider.tsx';

const NOTICES_PATH = '/system/notice';

/** Poll interval for new notices, in milliseconds. */
const POLL_INTERVAL_MS = 300_000;

/** Whether the server lacks this list (RuoYi before 3.9.2). It is not requested again before a reload. */
let isAbsent = false;

/** The newest open notices with read marks; null on a server without read marks. */
export const topNotices = queryOptions({
  queryKey: [NOTICES_PATH, 'top'],
  queryFn: async ({ signal }): Promise<NoticeTop | null> => {
    if (isAbsent) return null;
    try {
      const { data, unreadCount } = await fetchEnvelope<Partial<NoticeTop>>('GET', `${NOTICES_PATH}/listTop`, undefined, { signal });
      if (data && unreadCount !== undefined) return { data, unreadCount };
    } catch (error) {
      // RuoYi 3.8 reads `listTop` as the id of a notice
      const { problem, msg = '' } = asApiError(error) ?? {};
      if (problem !== 'notOffered' && !msg.startsWith('请求参数类型不匹配')) throw error;
    }
    isAbsent = true;
    return null;
  },
  retry: false,
  staleTime: POLL_INTERVAL_MS,
  refetchInterval: ({ state }) => (state.error || state.data === null ? false : POLL_INTERVAL_MS),
  meta: { ownErrors: true },
});

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
