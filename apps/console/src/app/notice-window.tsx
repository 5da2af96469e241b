import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { PartBoundary, WindowLost } from '../kit/part-boundary.tsx';
import { envelope } from '../kit/request.ts';
import { has } from '../kit/server-about.ts';
import { loadPageWords } from '../kit/words.ts';
import { NOTICES, topNotices } from './top-notices.ts';
import { withAntdProvider } from './with-antd-provider.tsx';

const NoticeModal = withAntdProvider(() => import('../features/system/notice/notice-modal.tsx'), loadPageWords);

/** Opens one notice in a window and marks it as read once its text is shown, where the server keeps read marks. */
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
