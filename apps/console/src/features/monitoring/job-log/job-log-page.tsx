import { clearJobLog, jobLogs, parseRunMessage } from '@suyuan/contract';
import { useDictionary } from '../../../data/dictionary.ts';
import { jobNameOf } from '../../../data/display-names.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { ClearLogMenu } from '../../../ui/clear-log-menu.tsx';
import { type Cells, CodeBadge } from '../../../ui/columns.tsx';
import { DictionaryTag } from '../../../ui/dictionary-tag.tsx';
import { NumberFormItem } from '../../../ui/number-form-item.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { Select } from '../../../ui/select.tsx';
import { TimeText } from '../../../ui/time-format.tsx';

export default function JobLogPage() {
  const t = useTranslations();
  const { options: groups } = useDictionary('sys_job_group');
  // RuoYi logs a run once it has ended, has its duration only in the message, and no trigger
  const hasDetails = hasExtension('jobLogDetails');
  const cells: Cells<typeof jobLogs> = {
    jobName: (_, log) => jobNameOf(log),
    status: (status, { endTime }) =>
      endTime || !hasDetails ? (
        <CodeBadge of={jobLogs} field="status" value={status} tone={status === '0' ? 'genuine' : 'grave'} />
      ) : (
        <span>{t('monitor.jobLog.running')}</span>
      ),
    createTime: hasDetails ? false : (time) => <TimeText value={time} seconds />,
    startTime: (time) => <TimeText value={time} seconds />,
    dueTime: (time) => (time ? <TimeText value={time} seconds /> : t('monitor.jobLog.byHand')),
    jobMessage: (message) => (hasDetails ? parseRunMessage(message) : message) || <span className="text-muted">—</span>,
    jobGroup: (group) => <DictionaryTag type="sys_job_group" value={group} />,
  };
  return (
    <ResourcePage
      resource={jobLogs}
      cells={cells}
      emptyText={t('monitor.jobLog.none')}
      filterControls={{
        jobGroup: <Select options={groups} allowClear />,
        jobId: <NumberFormItem name="jobId" label={t('monitor.jobLog.jobId')} min={1} />,
      }}
      moreTools={<ClearLogMenu endpoint={clearJobLog} permission={jobLogs.permission('remove')} translationPrefix="monitor.jobLog" />}
    />
  );
}
