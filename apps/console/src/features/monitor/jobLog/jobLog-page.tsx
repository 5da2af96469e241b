import { jobLogs } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, InputNumber, Select } from 'antd';
import { CodeBadge, columnOf } from '../../../kit/columns.tsx';
import { confirm } from '../../../kit/confirm.ts';
import { useDict } from '../../../kit/dict.ts';
import { DictTag } from '../../../kit/dict-tag.tsx';
import { hosts } from '../../../kit/hosts.ts';
import { Mono } from '../../../kit/mono.tsx';
import { Can } from '../../../kit/permission.tsx';
import { RangeFilter } from '../../../kit/range-filter.tsx';
import { request } from '../../../kit/request.ts';
import { ResourcePage } from '../../../kit/resource-page.tsx';
import { TimeText } from '../../../kit/times.tsx';
import { useWords } from '../../../kit/words.ts';

/** What became of each run of each job. */
export default function JobLogPage() {
  const t = useWords();
  const { options: groups } = useDict('sys_job_group');
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`monitor.jobLog.status.${value}`) }));
  return (
    <ResourcePage
      resource={jobLogs}
      hiddenAtFirst={['dueTime', 'invokeTarget']}
      columns={[
        columnOf(jobLogs, 'jobName'),
        columnOf(jobLogs, 'status', (status, { endTime }) =>
          endTime ? (
            <CodeBadge of={jobLogs} field="status" value={status} tone={status === '0' ? 'genuine' : 'grave'} />
          ) : (
            <span>{t('monitor.jobLog.running')}</span>
          ),
        ),
        columnOf(jobLogs, 'startTime', (time) => <TimeText value={time} seconds />),
        columnOf(jobLogs, 'costTime'),
        columnOf(jobLogs, 'dueTime', (time) => (time ? <TimeText value={time} seconds /> : t('monitor.jobLog.byHand'))),
        columnOf(jobLogs, 'jobMessage'),
        columnOf(jobLogs, 'exceptionInfo'),
        columnOf(jobLogs, 'invokeTarget', (target) => <Mono>{target}</Mono>),
        columnOf(jobLogs, 'jobGroup', (group) => <DictTag type="sys_job_group" value={group} />),
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
          <Form.Item name="jobId" label={t('monitor.jobLog.jobId')}>
            <InputNumber min={1} precision={0} />
          </Form.Item>
        </>
      }
      toolbar={<ClearButton />}
    />
  );
}

function ClearButton() {
  const t = useWords();
  const client = useQueryClient();
  const clear = useMutation({
    mutationFn: () => request('DELETE', `${jobLogs.path}/clean`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [jobLogs.path] });
      hosts.tell('success', t('monitor.jobLog.cleared'));
    },
  });
  const ask = async () => {
    const title = t('monitor.jobLog.clearAsk');
    const content = t('monitor.jobLog.clearMeans');
    if (await confirm({ title, content, okText: t('monitor.jobLog.clear'), danger: true })) clear.mutate();
  };
  return (
    <Can do={jobLogs.permission('remove')}>
      <Button danger loading={clear.isPending} onClick={() => void ask()}>
        {t('monitor.jobLog.clear')}
      </Button>
    </Can>
  );
}
