import { type Dispatch, dispatches } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Table, type TableColumnType } from 'antd';
import { listOf } from '../../../kit/api.ts';
import { CodeBadge } from '../../../kit/columns.tsx';
import { groupDigits } from '../../../kit/numbers.ts';
import { RowLink } from '../../../kit/row-link.tsx';
import { Failed, Nothing, Waiting } from '../../../kit/states.tsx';
import { TimeText } from '../../../kit/times.tsx';
import { useWords } from '../../../kit/words.ts';

/** What went to a dealer, on from it and back, newest first. */
export function DealerDispatches({ id }: { id: number }) {
  const t = useWords();
  const list = useQuery({ ...listOf(dispatches, { dealerId: String(id), pageSize: '50' }), meta: { ownErrors: true } });
  if (list.error) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Waiting rows={4} />;
  const { rows, total } = list.data;
  if (rows.length === 0) return <Nothing text={t('manage.dispatch.noneOfDealer')} />;
  const end = (name: string) => name || t('manage.dispatch.ownStore');
  const columns: TableColumnType<Dispatch>[] = [
    {
      key: 'dispatchNo',
      title: t('manage.dispatch.dispatchNo'),
      render: (_, { dispatchId, dispatchNo }) => (
        <RowLink to={`/manage/dispatch/${dispatchId}`} strong>
          {dispatchNo}
        </RowLink>
      ),
    },
    {
      key: 'state',
      title: t('manage.dispatch.state'),
      render: (_, { state }) => <CodeBadge of={dispatches} field="state" value={state} />,
    },
    { key: 'kind', title: t('manage.dispatch.kind'), render: (_, { kind }) => t(`manage.dispatch.kind.${kind}`) },
    { key: 'fromName', title: t('manage.dispatch.fromName'), render: (_, { fromName }) => end(fromName) },
    { key: 'toName', title: t('manage.dispatch.toName'), render: (_, { toName }) => end(toName) },
    {
      key: 'codeCount',
      title: <span title={t('manage.dispatch.codeCount.hint')}>{t('manage.dispatch.codeCount')}</span>,
      align: 'right',
      className: 'numeral',
      render: (_, { codeCount }) => groupDigits(codeCount),
    },
    { key: 'shipTime', title: t('manage.dispatch.shipTime'), render: (_, { shipTime }) => <TimeText value={shipTime} /> },
  ];
  return (
    <>
      <Table rowKey="dispatchId" size="medium" columns={columns} dataSource={rows} pagination={false} scroll={{ x: 'max-content' }} />
      {total > rows.length && <RowLink to={`/manage/dispatch?dealerId=${id}`}>{t('manage.dispatch.title')}</RowLink>}
    </>
  );
}
