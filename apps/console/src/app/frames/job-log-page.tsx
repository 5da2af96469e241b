import { EmptyFrame } from './empty-frame.tsx';

/** What scheduled jobs did; no job has run yet. */
export default function JobLogPage() {
  return <EmptyFrame title="shell.page.jobLog" purpose="shell.frame.jobLog.purpose" none="shell.frame.jobLog.none" />;
}
