import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../data/i18n.ts';
import { NoticeRows } from '../notice-rows.tsx';
import { topNotices, useNoticeModal } from '../top-notices.tsx';
import { HomeCard, HomeColumn } from './home-card.tsx';

export default function NewestNotices() {
  const t = useTranslations();
  const { data: top } = useQuery(topNotices);
  const [openNotice, noticeModal] = useNoticeModal();
  if (!top || top.data.length === 0) return null;
  return (
    <HomeColumn>
      <HomeCard title={t('system.notice.title')}>
        <NoticeRows rows={top.data} showType onRead={openNotice} />
      </HomeCard>
      {noticeModal}
    </HomeColumn>
  );
}
