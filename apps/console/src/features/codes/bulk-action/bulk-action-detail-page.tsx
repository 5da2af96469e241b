import { type BulkAction, bulkActions } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useParams } from 'react-router';
import { recordQueryOptions } from '../../../data/api.ts';
import { download } from '../../../data/download.ts';
import { useTranslations } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { TimeText } from '../../../ui/times.tsx';
import { BulkActionLines } from './list-lines.tsx';
import './bulk-action.css';

/** Poll interval of a running bulk action, in milliseconds. */
const POLL_INTERVAL_MS = 1000;
const isRunning = ({ state }: BulkAction) => state === 'queued' || state === 'running';

export default function BulkActionDetailPage() {
  const { codeListId = '' } = useParams();
  const actionQuery = useQuery({
    ...recordQueryOptions(bulkActions, codeListId),
    meta: { ownErrors: true },
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_INTERVAL_MS : false),
  });
  useTabTitle(actionQuery.data?.fileName);
  if (actionQuery.error && !actionQuery.data)
    return <ErrorState error={actionQuery.error} onRetry={() => void actionQuery.refetch()} listHref={bulkActions.path} />;
  return <div className="page">{actionQuery.data ? <BulkActionDetail action={actionQuery.data} /> : <LoadingState rows={12} />}</div>;
}

function BulkActionDetail({ action }: { action: BulkAction }) {
  const t = useTranslations();
  const { codeListId, fileName, act, state, total, done, dealerName, reason, createBy, createTime, finishTime } = action;
  const figure = (name: 'doneCount' | 'alreadyCount' | 'refusedCount') => ({
    label: t(`manage.codeList.${name}`),
    value: (
      <span className="list-figure numeral" title={t(`manage.codeList.${name}.hint`)}>
        {groupDigits(action[name])}
      </span>
    ),
  });
  const reportName = `${fileName.replace(/\.[^.]*$/, '')}-${t('manage.codeList.outcome')}.csv`;
  return (
    <>
      <PageHeader
        title={fileName}
        purpose={`${t(`manage.codeList.act.${act}`)}${dealerName ? ` · ${dealerName}` : ''}${reason ? ` · ${reason}` : ''}`}
        titleExtra={<CodeBadge of={bulkActions} field="state" value={state} />}
        actions={
          <Button disabled={isRunning(action)} onClick={() => void download(`${bulkActions.path}/${codeListId}/report`, reportName)}>
            {t('manage.codeList.report')}
          </Button>
        }
      />
      <KeyFacts
        facts={[
          { label: t('manage.codeList.total'), value: <span className="list-figure numeral">{groupDigits(total ?? 0)}</span> },
          figure('doneCount'),
          figure('alreadyCount'),
          figure('refusedCount'),
          {
            label: t('common.field.createBy'),
            value: (
              <>
                {createBy} <TimeText value={createTime} />
              </>
            ),
          },
          { label: t('manage.codeList.finishTime'), value: finishTime ? <TimeText value={finishTime} /> : <span className="none">—</span> },
        ]}
      />
      {isRunning(action) && (
        <div role="status" className="card list-progress">
          <p>{t('manage.codeList.unfinished', { done: groupDigits(done), total: groupDigits(total ?? 0) })}</p>
          <Progress
            percent={total ? Math.floor((100 * done) / total) : 0}
            status="active"
            aria-label={t('manage.codeList.state.running')}
          />
        </div>
      )}
      {!isRunning(action) && <BulkActionLines action={action} />}
    </>
  );
}
