import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePermission } from '../data/permission.tsx';
import { hasExtension } from '../data/server-about.ts';
import { loadPageWords, useTranslations } from '../data/words.ts';
import { Icon } from '../ui/icon.tsx';
import { LazyBoundary, LazyLoadError } from '../ui/part-boundary.tsx';
import { PopupButton } from '../ui/popup-button.tsx';
import { LoadingState } from '../ui/states.tsx';
import { useNoticeModal } from './notice-window.tsx';
import { topNotices } from './top-notices.ts';
import { loadAntdProvider, withAntdProvider } from './with-antd-provider.tsx';

/** Milliseconds before the first request for notices, so that home loads first. */
const FIRST_LOAD_DELAY_MS = 1_500;

const load = () => import('./bell-list.tsx');
const BellList = withAntdProvider(load, loadPageWords);

/** The newest notices; undefined while loading, null on a server without read marks. */
function useTopNotices() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), FIRST_LOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return useQuery({ ...topNotices, enabled: ready }).data;
}

/** Bell in the header with a list of notices. RuoYi returns the newest notices to every user; only lists by type require permission. */
export function Bell() {
  const t = useTranslations();
  const mayList = usePermission('system:notice:list');
  const top = useTopNotices();
  const unread = top?.unreadCount ?? 0;
  const [openNotice, noticeModal] = useNoticeModal();
  if (!mayList && (hasExtension('noticeStates') || !top)) return null;
  const preload = () => void Promise.all([load(), loadAntdProvider(), loadPageWords()]).catch(() => undefined);
  return (
    <>
      <PopupButton
        label={unread > 0 ? t('shell.bellUnread', { count: unread }) : t('shell.bell')}
        title={t('shell.bell')}
        onPointerEnter={preload}
        onFocus={preload}
        panel={(close) => (
          <div className="bell-list">
            <LazyBoundary loading={<LoadingState rows={3} />} renderError={(again) => <LazyLoadError retry={again} />}>
              <BellList
                onRead={(noticeId) => {
                  close();
                  openNotice(noticeId);
                }}
                onLeave={close}
              />
            </LazyBoundary>
          </div>
        )}
      >
        <Icon name="bell" />
        {unread > 0 && <span className="count">{unread > 99 ? '99+' : unread}</span>}
      </PopupButton>
      {noticeModal}
    </>
  );
}
