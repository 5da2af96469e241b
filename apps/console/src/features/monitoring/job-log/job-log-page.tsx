import { jobLogs, saidOfRun } from '@suyuan/contract';
import { Form, Input, Select } from 'antd';
import { useDictionary } from '../../../data/dictionary.ts';
import { jobNameOf } from '../../../data/job-name.ts';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { ClearLogButton } from '../../../ui/clear-log-button.tsx';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { DictionaryTag } from '../../../ui/dictionary-tag.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { NumberItem } from '../../../ui/number-item.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { TimeText } from '../../../ui/times.tsx';

export default function JobLogPage() {
  const t = useWords();
  const { options: groups } = useDictionary('sys_job_group');
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`monitor.jobLog.status.${value}`) }));
  // RuoYi logs a run once it has ended, has its duration only in the message, and no trigger
  const detailed = has('jobLogDetails');
  const outcome = (status: string) => <CodeBadge of={jobLogs} field="status" value={status} tone={status === '0' ? 'genuine' : 'grave'} />;
  const run = detailed
    ? [
        columnOf(jobLogs, 'status', (status, { endTime }) => (endTime ? outcome(status) : <span>{t('monitor.jobLog.running')}</span>)),
        columnOf(jobLogs, 'startTime', (time) => <TimeText value={time} seconds />),
        columnOf(jobLogs, 'costTime'),
        columnOf(jobLogs, 'dueTime', (time) => (time ? <TimeText value={time} seconds /> : t('monitor.jobLog.byHand'))),
        columnOf(jobLogs, 'jobMessage', (message) => saidOfRun(message) || <span className="none">—</span>),
      ]
    : [
        columnOf(jobLogs, 'status', outcome),
        columnOf(jobLogs, 'createTime', (time) => <TimeText value={time} seconds />),
        columnOf(jobLogs, 'jobMessage'),
      ];
  return (
    <ResourcePage
      resource={jobLogs}
      hiddenAtFirst={detailed ? ['dueTime', 'invokeTarget'] : ['invokeTarget']}
      called={jobNameOf}
      columns={[
        columnOf(jobLogs, 'jobName', (_, log) => jobNameOf(log)),
        ...run,
        columnOf(jobLogs, 'exceptionInfo'),
        columnOf(jobLogs, 'invokeTarget', (target) => <Mono>{target}</Mono>),
        columnOf(jobLogs, 'jobGroup', (group) => <DictionaryTag type="sys_job_group" value={group} />),
      ]}
      filters={
        <>
          <Form.Item name="jobName" label={t('monitor.jobLog.jobName')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="status" label={t('monitor.jobLog.status')}>
            <Select options={statuses} allowClear />
          </Form.Item>
          <RangeFilter label={t('monitor.jobLog.createTime')} />
          <Form.Item name="jobGroup" label={t('monitor.jobLog.jobGroup')}>
            <Select options={groups} allowClear />
          </Form.Item>
          {detailed && <NumberItem name="jobId" label={t('monitor.jobLog.jobId')} min={1} />}
        </>
      }
      toolbar={<ClearLogButton of={jobLogs} words="monitor.jobLog" />}
    />
  );
}
