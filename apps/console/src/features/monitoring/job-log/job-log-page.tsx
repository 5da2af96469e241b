import { jobLogs, parseRunMessage } from '@suyuan/contract';
import { Form, Input, Select } from 'antd';
import { useDictionary } from '../../../data/dictionary.ts';
import { jobNameOf } from '../../../data/display-names.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { ClearLogButton } from '../../../ui/clear-log-button.tsx';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { DictionaryTag } from '../../../ui/dictionary-tag.tsx';
import { NumberFormItem } from '../../../ui/number-form-item.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { TimeText } from '../../../ui/time-format.tsx';

export default function JobLogPage() {
  const t = useTranslations();
  const { options: groups } = useDictionary('sys_job_group');
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`monitor.jobLog.status.${value}`) }));
  // RuoYi logs a run once it has ended, has its duration only in the message, and no trigger
  const hasDetails = hasExtension('jobLogDetails');
  const statusBadge = (status: string) => (
    <CodeBadge of={jobLogs} field="status" value={status} tone={status === '0' ? 'genuine' : 'grave'} />
  );
  const runColumns = hasDetails
    ? [
        columnOf(jobLogs, 'status', (status, { endTime }) => (endTime ? statusBadge(status) : <span>{t('monitor.jobLog.running')}</span>)),
        columnOf(jobLogs, 'startTime', (time) => <TimeText value={time} seconds />),
        columnOf(jobLogs, 'costTime'),
        columnOf(jobLogs, 'dueTime', (time) => (time ? <TimeText value={time} seconds /> : t('monitor.jobLog.byHand'))),
        columnOf(jobLogs, 'jobMessage', (message) => parseRunMessage(message) || <span className="none">—</span>),
      ]
    : [
        columnOf(jobLogs, 'status', statusBadge),
        columnOf(jobLogs, 'createTime', (time) => <TimeText value={time} seconds />),
        columnOf(jobLogs, 'jobMessage'),
      ];
  return (
    <ResourcePage
      resource={jobLogs}
      hiddenAtFirst={hasDetails ? ['dueTime', 'invokeTarget'] : ['invokeTarget']}
      displayName={jobNameOf}
      columns={[
        columnOf(jobLogs, 'jobName', (_, log) => jobNameOf(log)),
        ...runColumns,
        columnOf(jobLogs, 'exceptionInfo'),
        columnOf(jobLogs, 'invokeTarget', (target) => <CopyableText>{target}</CopyableText>),
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
          {hasDetails && <NumberFormItem name="jobId" label={t('monitor.jobLog.jobId')} min={1} />}
        </>
      }
      toolbar={<ClearLogButton of={jobLogs} translationPrefix="monitor.jobLog" />}
    />
  );
}
