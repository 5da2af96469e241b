import {
  changeJobStatus,
  formatJobTarget,
  type Job,
  type JobArgument,
  type JobParam,
  jobs,
  jobTargets,
  parseJobTarget,
  runJob,
} from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Switch } from 'antd';
import { useNavigate } from 'react-router';
import { call, endpointQueryOptions } from '../../../data/api.ts';
import { useDictionary } from '../../../data/dictionary.ts';
import { jobNameOf } from '../../../data/display-names.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { DictionaryTag } from '../../../ui/dictionary-tag.tsx';
import { FormFields } from '../../../ui/field-kinds.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ValidatedNumber } from '../../../ui/number-form-item.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { Select } from '../../../ui/select.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { CronInput, hasCronFields } from './cron-input.tsx';

const targetName = (target: string): string => target.split('(')[0]?.trim() ?? '';

/** Argument values of a target; defaults where they are missing. */
function targetArguments(target: string, params: readonly JobParam[]): JobArgument[] {
  const args = parseJobTarget(target)?.args ?? [];
  return params.map((param, index) => args[index] ?? param.default);
}

interface TargetInputProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

function TargetInput({ id, value = '', onChange }: TargetInputProps) {
  const t = useTranslations();
  const { data: targets = [], isPending } = useQuery(endpointQueryOptions(jobTargets, {}));
  const target = targets.find(({ name }) => name === targetName(value));
  const args = target ? targetArguments(value, target.params) : [];
  const setArgument = (index: number, argument: JobArgument) =>
    target && onChange?.(formatJobTarget({ name: target.name, args: args.with(index, argument) }));
  return (
    <div>
      <Select
        {...(id && { id })}
        loading={isPending}
        showSearch={{ optionFilterProp: 'label' }}
        value={target?.name ?? (value || null)}
        options={targets.map(({ name, title }) => ({ value: name, label: `${title} · ${name}` }))}
        onChange={(name) => onChange?.(name ?? '')}
      />
      {target && <p className="mt-1 mb-0 text-xs/5 text-muted">{target.purpose}</p>}
      {target?.params.map((param, index) => (
        <Form.Item key={param.name} label={param.title} className="mt-2! mb-0!" htmlFor={`${id}-${param.name}`}>
          {param.kind === 'boolean' ? (
            <Switch id={`${id}-${param.name}`} checked={args[index] === true} onChange={(on) => setArgument(index, on)} />
          ) : param.kind === 'text' ? (
            <Input
              id={`${id}-${param.name}`}
              value={String(args[index])}
              maxLength={param.max ?? 200}
              onChange={({ target: field }) => setArgument(index, field.value)}
            />
          ) : (
            <ValidatedNumber
              id={`${id}-${param.name}`}
              title={param.title}
              value={Number(args[index])}
              min={param.min}
              max={param.max}
              required
              {...(param.kind !== 'int' && { places: 9 })}
              onChange={(number) => number !== null && setArgument(index, number)}
            />
          )}
        </Form.Item>
      ))}
      {value && <code className="mt-2 inline-block">{value}</code>}
      {target?.params.length === 0 && <span className="text-muted"> {t('monitor.job.noParams')}</span>}
    </div>
  );
}

const LOG_PATH = '/monitor/job/log';

/** Link to the log of one job; RuoYi's log has no job id. */
const jobLogPath = ({ jobId, jobName, jobGroup }: Job) =>
  `${LOG_PATH}?${new URLSearchParams(hasExtension('jobLogDetails') ? { jobId: String(jobId) } : { jobName, jobGroup })}`;

export default function JobPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { options: groups } = useDictionary('sys_job_group');
  const jobActions = useJobActions();
  // RuoYi's target is a text that names a bean
  const hasDetails = hasExtension('jobDetails');
  return (
    <ResourcePage
      resource={jobs}
      onAdded={() => shellServices.notify('warning', t('monitor.job.addedPaused'))}
      isRemovable={({ builtin }) => !builtin}
      cells={{
        jobName: (_, job) => jobNameOf(job),
        status: (_, job) => <StatusSwitch job={job} />,
        lastStatus: (status, { lastTime }) =>
          status ? (
            <CodeBadge of={jobs} field="lastStatus" value={status} tone={status === '0' ? 'genuine' : 'grave'} />
          ) : lastTime ? (
            <span>{t('monitor.jobLog.running')}</span>
          ) : (
            <span className="text-muted">—</span>
          ),
        nextValidTime: (time) => <TimeText value={time} seconds />,
        jobGroup: (group) => <DictionaryTag type="sys_job_group" value={group} />,
      }}
      filterControls={{ jobGroup: <Select options={groups} allowClear /> }}
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
        <FormFields
          of={jobs}
          controls={{ jobGroup: <Select options={groups} /> }}
          fieldProps={{
            invokeTarget: hasDetails ? { control: <TargetInput /> } : { extra: t('monitor.job.beanHint') },
            cronExpression: {
              validate: (value) => (hasCronFields(value) ? undefined : t('problem.cronWrong', { fault: 'fields' })),
              control: <CronInput />,
            },
            misfirePolicy: { radio: true },
            concurrent: { radio: true },
          }}
        />
      }
    />
  );
}

function useJobActions() {
  const t = useTranslations();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ send }: { send: () => Promise<unknown>; message: string }) => send(),
    onSuccess: (_, { message }) => {
      shellServices.notify('success', message);
      return client.invalidateQueries({ queryKey: [jobs.path] });
    },
  });
  return {
    run(job: Job) {
      const { jobId, jobGroup } = job;
      const jobName = jobNameOf(job);
      const title = t('monitor.job.runAsk', { jobName });
      // RuoYi also requires the group
      const send = () => call(runJob, { jobId }, { body: { jobId, jobGroup } });
      const message = t('monitor.job.ordered', { jobName });
      void confirm({ title, okText: t('monitor.job.run') }, () => change.mutateAsync({ send, message }));
    },
    toggle(job: Job) {
      const { jobId, status } = job;
      const jobName = jobNameOf(job);
      const pausing = status === '0';
      const title = t(pausing ? 'monitor.job.pauseAsk' : 'monitor.job.resumeAsk', { jobName });
      const message = t(pausing ? 'monitor.job.paused' : 'monitor.job.resumed', { jobName });
      const send = () => call(changeJobStatus, { jobId, status: pausing ? '1' : '0' });
      void confirm({ title, danger: pausing }, () => change.mutateAsync({ send, message }));
    },
  };
}

function StatusSwitch({ job }: { job: Job }) {
  const t = useTranslations();
  const canChangeStatus = usePermission(jobs.permission('changeStatus'));
  const jobActions = useJobActions();
  if (!canChangeStatus) return <CodeBadge of={jobs} field="status" value={job.status} />;
  return (
    <span className="inline-flex items-center gap-2 align-bottom">
      <Switch
        size="small"
        checked={job.status === '0'}
        aria-label={`${t('common.field.status')} ${jobNameOf(job)}`}
        onChange={() => jobActions.toggle(job)}
      />
      <span>{t(`monitor.job.status.${job.status}`)}</span>
    </span>
  );
}
