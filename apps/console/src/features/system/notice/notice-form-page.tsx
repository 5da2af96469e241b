import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { NoticeForm } from './notice-form.tsx';

/** `/system/notice/form` creates a notice, or edits `noticeId`. Input for one notice survives while another one is open. */
export default function NoticeFormPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const given = search.get('noticeId');
  const current = given && /^\d{1,15}$/.test(given) ? Number(given) : undefined;
  const [open, setOpen] = useState<(number | undefined)[]>([current]);
  /** Number of publications per notice, used as key to reset the form. */
  const [published, setPublished] = useState<Record<string, number>>({});
  const name = (noticeId: number | undefined) => String(noticeId ?? 'new');
  if (!open.includes(current)) setOpen([...open, current]);
  return (
    <div className="page">
      {open.map((noticeId) => (
        <div key={`${name(noticeId)}-${published[name(noticeId)] ?? 0}`} hidden={noticeId !== current}>
          <NoticeForm
            noticeId={noticeId}
            current={noticeId === current}
            onDone={() => {
              setPublished({ ...published, [name(noticeId)]: (published[name(noticeId)] ?? 0) + 1 });
              void navigate('/system/notice');
            }}
          />
        </div>
      ))}
    </div>
  );
}
