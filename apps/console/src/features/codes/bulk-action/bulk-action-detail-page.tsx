import { type BulkAction, bulkActions } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useParams } from 'react-router';
import { readOf } from '../../../data/api.ts';
import { download } from '../../../data/download.ts';
import { useWords } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { TimeText } from '../../../ui/times.tsx';
import { ListLines } from './list-lines.tsx';
import './bulk-action.css';

/** Poll interval of a running bulk action, in milliseconds. */
const PULSE = 1000;
const underWay = ({ state }: BulkAction) => state === 'queued' || state === 'running';

export default function BulkActionDetailPage() {
  const { codeListId = '' } = useParams();
  const read = useQuery({
    ...readOf(bulkActions, codeListId),
    meta: { ownErrors: true },
    refetchInterval: ({ state }) => (state.data && underWay(state.data) ? PULSE : false),
  });
  useTabTitle(read.data?.fileName);
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} back={bulkActions.path} />;
  return <div className="page">{read.data ? <ListDetail list={read.data} /> : <Waiting rows={12} />}</div>;
}

function ListDetail({ list }: { list: BulkAction }) {
  const t = useWords();
  const { codeListId, fileName, act, state, total, done, dealerName, reason, createBy, createTime, finishTime } = list;
  const figure = (name: 'doneCount' | 'alreadyCount' | 'refusedCount') => ({
    label: t(`manage.codeList.${name}`),
    value: (
      <span className="list-figure numeral" title={t(`manage.codeList.${name}.hint`)}>
        {groupDigits(list[name])}
      </span>
    ),
  });
  const name = `${fileName.replace(/\.[^.]*$/, '')}-${t('manage.codeList.outcome')}.csv`;
  return (
    <>
      <PageHeader
        title={fileName}
        purpose={`${t(`manage.codeList.act.${act}`)}${dealerName ? ` · ${dealerName}` : ''}${reason ? ` · ${reason}` : ''}`}
        beside={<CodeBadge of={bulkActions} field="state" value={state} />}
        actions={
          <Button disabled={underWay(list)} onClick={() => void download(`${bulkActions.path}/${codeListId}/report`, name)}>
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
      {underWay(list) && (
        <div role="status" className="card list-progress">
          <p>{t('manage.codeList.unfinished', { done: groupDigits(done), total: groupDigits(total ?? 0) })}</p>
          <Progress
            percent={total ? Math.floor((100 * done) / total) : 0}
            status="active"
            aria-label={t('manage.codeList.state.running')}
          />
        </div>
      )}
      {!underWay(list) && <ListLines list={list} />}
    </>
  );
}
