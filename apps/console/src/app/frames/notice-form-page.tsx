import { EmptyFrame } from './empty-frame.tsx';

/** One notice, which the list of notices chooses. */
export default function NoticeFormPage() {
  return <EmptyFrame title="shell.page.noticeForm" purpose="shell.frame.noticeForm.purpose" none="shell.frame.noticeForm.none" />;
}
