import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { envelope } from '../data/request.ts';
import { has } from '../data/server-about.ts';
import { loadPageWords } from '../data/words.ts';
import { PartBoundary, WindowLost } from '../ui/part-boundary.tsx';
import { NOTICES, topNotices } from './top-notices.ts';
import { withAntdProvider } from './with-antd-provider.tsx';

const NoticeModal = withAntdProvider(() => import('../features/system/notice/notice-modal.tsx'), loadPageWords);

/** Opens one notice in a modal. Marks it as read once its text is displayed, if the server supports it. */
export function useNoticeWindow(): [read: (noticeId: number) => void, window: ReactNode] {
  const client = useQueryClient();
  const [reading, setReading] = useState<number>();
  const close = () => setReading(undefined);
  const markRead = (noticeId: number) => {
    if (!has('noticeStates') && !client.getQueryData(topNotices.queryKey)) return;
    void envelope('POST', `${NOTICES}/markRead?noticeId=${noticeId}`)
      .then(() => client.invalidateQueries({ queryKey: topNotices.queryKey }))
      .catch(() => undefined);
  };
  const window = reading !== undefined && (
    <PartBoundary instead={() => <WindowLost onClose={close} />}>
      <NoticeModal noticeId={reading} onShown={() => markRead(reading)} onClose={close} />
    </PartBoundary>
  );
  return [setReading, window];
}
