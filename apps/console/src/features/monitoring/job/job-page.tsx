import { type Job, jobs, misfirePolicies } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Radio, Select, Switch } from 'antd';
import { useNavigate } from 'react-router';
import { useDictionary } from '../../../data/dictionary.ts';
import { jobNameOf } from '../../../data/display-names.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { DictionaryTag } from '../../../ui/dictionary-tag.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { CronInput, hasCronFields } from './cron-input.tsx';
import { TargetInput } from './target-input.tsx';
import './job.css';

const LOG_PATH = '/monitor/job/log';

/** Link to the log of one job; RuoYi's log has no job id. */
const jobLogPath = ({ jobId, jobName, jobGroup }: Job) =>
  `${LOG_PATH}?${new URLSearchParams(hasExtension('jobLogDetails') ? { jobId: String(jobId) } : { jobName, jobGroup })}`;

export default function JobPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { options: groups } = useDictionary('sys_job_group');
  const jobActions = useJobActions();
  const policies = misfirePolicies.map((value) => ({ value, label: t(`monitor.job.misfirePolicy.${value}`) }));
  const flags = (['1', '0'] as const).map((value) => ({ value, label: t(`monitor.job.concurrent.${value}`) }));
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`monitor.job.status.${value}`) }));
  // RuoYi's jobs have neither time zone nor alarm; its form has no remark, because it cannot clear one
  const hasDetails = hasExtension('jobDetails');
  const lastRun = columnOf(jobs, 'lastStatus', (status, { lastTime }) =>
    status ? (
      <CodeBadge of={jobs} field="lastStatus" value={status} tone={status === '0' ? 'genuine' : 'grave'} />
    ) : lastTime ? (
      <span>{t('monitor.jobLog.running')}</span>
    ) : (
      <span className="none">—</span>
    ),
  );
  return (
    <ResourcePage
      resource={jobs}
      blank={{
        jobGroup: 'DEFAULT',
        cronExpression: '0 0 3 * * ?',
        timeZone: 'Asia/Shanghai',
        misfirePolicy: '2',
        concurrent: '1',
        alarmAfter: 3,
      }}
      onAdded={() => shellServices.notify('warning', t('monitor.job.addedPaused'))}
      displayName={jobNameOf}
      protectionOf={({ builtin }) => (builtin ? 'kept' : false)}
      columns={[
        columnOf(jobs, 'jobName', (_, job) => jobNameOf(job)),
        columnOf(jobs, 'status', (_, job) => <StatusSwitch job={job} />),
        ...(hasDetails ? [lastRun] : []),
        columnOf(jobs, 'nextValidTime', (time) => <TimeText value={time} seconds />),
        columnOf(jobs, 'cronExpression', (expression) => <CopyableText>{expression}</CopyableText>),
        columnOf(jobs, 'invokeTarget', (target) => <CopyableText>{target}</CopyableText>),
        columnOf(jobs, 'jobGroup', (group) => <DictionaryTag type="sys_job_group" value={group} />),
      ]}
      filters={
        <>
          <Form.Item name="jobName" label={t('monitor.job.jobName')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="jobGroup" label={t('monitor.job.jobGroup')}>
            <Select options={groups} allowClear />
          </Form.Item>
          <Form.Item name="status" label={t('common.field.status')}>
            <Select options={statuses} allowClear />
          </Form.Item>
        </>
      }
      toolbar={
        <Button icon={<Icon name="fileText" />} onClick={() => void navigate(LOG_PATH)}>
          {t('monitor.job.logs')}
        </Button>
      }
      moreActions={(job) => [
        { key: 'run', label: t('monitor.job.run'), permission: jobs.permission('changeStatus'), onClick: () => jobActions.run(job) },
        { key: 'logs', label: t('monitor.job.logs'), onClick: () => void navigate(jobLogPath(job)) },
      ]}
      form={
        <>
          <Field of={jobs} name="jobName">
            <Input maxLength={64} />
          </Field>
          <Field of={jobs} name="jobGroup">
            <Select options={groups} />
          </Field>
          {hasDetails ? (
            <Field of={jobs} name="invokeTarget">
              <TargetInput />
            </Field>
          ) : (
            <Field of={jobs} name="invokeTarget" extra={t('monitor.job.beanHint')}>
              <Input maxLength={500} className="mono-text" />
            </Field>
          )}
          <Field
            of={jobs}
            name="cronExpression"
            validate={(value) => (hasCronFields(value) ? undefined : t('problem.cronWrong', { fault: 'fields' }))}
          >
            <CronInput />
          </Field>
          {hasDetails && (
            <Field of={jobs} name="timeZone">
              <Input maxLength={40} />
            </Field>
          )}
          <Field of={jobs} name="misfirePolicy">
            <Radio.Group options={policies} />
          </Field>
          <Field of={jobs} name="concurrent">
            <Radio.Group options={flags} />
          </Field>
          {hasDetails && (
            <Field of={jobs} name="alarmAfter">
              <NumberField min={0} max={100} />
            </Field>
          )}
          {hasDetails && (
            <Field of={jobs} name="remark">
              <Input.TextArea rows={3} maxLength={500} />
            </Field>
          )}
        </>
      }
    />
  );
}

function useJobActions() {
  const t = useTranslations();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ path, body }: { path: string; body: object; message: string }) => request('PUT', `${jobs.path}${path}`, body),
    onSuccess: (_, { message }) => {
      shellServices.notify('success', message);
      return client.invalidateQueries({ queryKey: [jobs.path] });
    },
  });
  return {
    busy: change.isPending,
    async run(job: Job) {
      const { jobId, jobGroup } = job;
      const jobName = jobNameOf(job);
      const title = t('monitor.job.runAsk', { jobName });
      if (await confirm({ title, okText: t('monitor.job.run') }))
        change.mutate({ path: '/run', body: { jobId, jobGroup }, message: t('monitor.job.ordered', { jobName }) });
    },
    async toggle(job: Job) {
      const { jobId, status } = job;
      const jobName = jobNameOf(job);
      const pausing = status === '0';
      const title = t(pausing ? 'monitor.job.pauseAsk' : 'monitor.job.resumeAsk', { jobName });
      const message = t(pausing ? 'monitor.job.paused' : 'monitor.job.resumed', { jobName });
      if (await confirm({ title, danger: pausing }))
        change.mutate({ path: '/changeStatus', body: { jobId, status: pausing ? '1' : '0' }, message });
    },
  };
}

function StatusSwitch({ job }: { job: Job }) {
  const t = useTranslations();
  const canChangeStatus = usePermission(jobs.permission('changeStatus'));
  const jobActions = useJobActions();
  if (!canChangeStatus) return <CodeBadge of={jobs} field="status" value={job.status} />;
  return (
    <span className="job-status">
      <Switch
        size="small"
        checked={job.status === '0'}
        loading={jobActions.busy}
        aria-label={`${t('common.field.status')} ${jobNameOf(job)}`}
        onChange={() => void jobActions.toggle(job)}
      />
      <span>{t(`monitor.job.status.${job.status}`)}</span>
    </span>
  );
}
