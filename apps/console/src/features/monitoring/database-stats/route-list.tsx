import type { DatabaseRoute } from '@suyuan/contract';
import { Fragment } from 'react';
import { useTranslations } from '../../../data/words.ts';
import { formatShare } from '../../../ui/share-text.ts';
import { DatabaseList, numberColumn } from './list-of.tsx';

/** A route that wraps only after slashes. */
const brokenAtSlashes = (route: string) =>
  route.split(/(?<=\w\/)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a route keep their places
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** Requests by total cost, with their number of statements. A high number indicates N+1 queries. */
export function RouteList() {
  const t = useTranslations();
  return (
    <DatabaseList<DatabaseRoute, DatabaseRoute[]>
      subPath="/routes"
      rows={(routes) => routes}
      rowKey="route"
      note={() => t('monitor.druid.routes.how')}
      empty={t('monitor.druid.noRoutes')}
      columns={[
        {
          title: t('monitor.druid.route'),
          dataIndex: 'route',
          render: (route: string) => <code className="druid-sql druid-route">{brokenAtSlashes(route)}</code>,
        },
        numberColumn(t('monitor.druid.count'), 'count'),
        numberColumn(t('monitor.druid.failed'), 'failed'),
        numberColumn(t('monitor.druid.inFlight'), 'inFlight'),
        numberColumn(t('monitor.druid.most'), 'most'),
        numberColumn(t('monitor.druid.routes.total'), 'total'),
        numberColumn(t('monitor.druid.p50'), 'p50', true),
        numberColumn(t('monitor.druid.p95'), 'p95', true),
        numberColumn(t('monitor.druid.p99'), 'p99', true),
        numberColumn(t('monitor.druid.routes.slowest'), 'slowest'),
        {
          title: t('monitor.druid.perRequest'),
          align: 'right',
          render: (_, { statements, count }) => (count > 0 ? (statements / count).toFixed(1) : '—'),
        },
        numberColumn(t('monitor.druid.mostStatements'), 'mostStatements'),
        {
          title: t('monitor.druid.sqlShare'),
          align: 'right',
          render: (_, { sqlTotal, total }) => formatShare(Math.min(sqlTotal, total), total),
        },
      ]}
    />
  );
}
