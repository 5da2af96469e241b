import { type Task, tasks } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Progress } from 'antd';
import { pageQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/words.ts';
import { groupDigits } from '../../../ui/numbers.ts';
import type { Batch } from './batch-steps.ts';

/** Progress of issuing codes. Only the user who started the task sees percentages; others see an indeterminate bar. */
export function IssueProgress({ batch }: { batch: Batch }) {
  const t = useTranslations();
  const list = useQuery({ ...pageQueryOptions<Task>(tasks.path, { pageSize: '20' }), refetchInterval: 1000, meta: { ownErrors: true } });
  const task = list.data?.rows.find(({ kind, subject, state }) => kind === 'issueBatch' && subject === batch.batchNo && state !== 'done');
  const percent = task?.total ? Math.floor((100 * task.done) / task.total) : undefined;
  return (
    <div className="issue-progress" role="status">
      <p>{t('manage.batch.issuing', { count: groupDigits(batch.quantity) })}</p>
      <Progress percent={percent ?? 100} status="active" showInfo={percent !== undefined} aria-label={t('manage.batch.state.issuing')} />
      <p className="issue-hint">{t('manage.batch.issuingHint')}</p>
    </div>
  );
}
