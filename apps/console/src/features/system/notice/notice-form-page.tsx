import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { NoticeForm } from './notice-form.tsx';

/** `/system/notice/form` creates a notice, or edits `noticeId`. Input for one notice survives while another one is open. */
export default function NoticeFormPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const noticeIdParam = search.get('noticeId');
  const current = noticeIdParam && /^\d{1,15}$/.test(noticeIdParam) ? Number(noticeIdParam) : undefined;
  const [openIds, setOpenIds] = useState<(number | undefined)[]>([current]);
  /** Number of publications per notice, used as key to reset the form. */
  const [publishCounts, setPublishCounts] = useState<Record<string, number>>({});
  const keyOf = (noticeId: number | undefined) => String(noticeId ?? 'new');
  if (!openIds.includes(current)) setOpenIds([...openIds, current]);
  return (
    <div className="page">
      {openIds.map((noticeId) => (
        <div key={`${keyOf(noticeId)}-${publishCounts[keyOf(noticeId)] ?? 0}`} hidden={noticeId !== current}>
          <NoticeForm
            noticeId={noticeId}
            current={noticeId === current}
            onDone={() => {
              setPublishCounts({ ...publishCounts, [keyOf(noticeId)]: (publishCounts[keyOf(noticeId)] ?? 0) + 1 });
              void navigate('/system/notice');
            }}
          />
        </div>
      ))}
    </div>
  );
}
