import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../data/i18n.ts';
import { NoticeRows } from '../notice-rows.tsx';
import { topNotices, useNoticeModal } from '../top-notices.tsx';

export default function NewestNotices() {
  const t = useTranslations();
  const { data: top } = useQuery(topNotices);
  const [openNotice, noticeModal] = useNoticeModal();
  if (!top || top.data.length === 0) return null;
  return (
    <div className="home-column">
      <section className="card home-card">
        <h2>{t('system.notice.title')}</h2>
        <NoticeRows rows={top.data} showType onRead={openNotice} />
      </section>
      {noticeModal}
    </div>
  );
}
