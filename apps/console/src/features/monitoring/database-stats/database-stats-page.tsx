import {
  type DatabaseRoute,
  type DatabaseTable,
  databaseRoutes,
  databaseSource,
  databaseTables,
  type Translate,
  type WordKey,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { endpointQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { EmbeddedPage } from '../../../ui/embedded-page.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { formatBytes, formatColumnShare } from '../../../ui/format-amount.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { Page, PageHeader } from '../../../ui/page-header.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { CellCode, DatabaseList, numberColumn } from './database-list.tsx';
import { ActivityList, StatementList } from './query-lists.tsx';

/** A route that wraps only after slashes. */
const brokenAtSlashes = (route: string) =>
  route.split(/(?<=\w\/)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a route keep their places
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** Requests by total cost, with their number of statements. A high number indicates N+1 queries. The last columns fold first. */
function RouteList() {
  const t = useTranslations();
  return (
    <DatabaseList<DatabaseRoute, typeof databaseRoutes>
      endpoint={databaseRoutes}
      query={{}}
      rows={(routes) => routes}
      rowKey="route"
      note={() => t('monitor.druid.routes.how')}
      empty={t('monitor.druid.noRoutes')}
      columns={[
        {
          title: t('monitor.druid.route'),
          dataIndex: 'route',
          render: (route: string) => <CellCode narrow>{brokenAtSlashes(route)}</CellCode>,
        },
        numberColumn(t('monitor.druid.count'), 'count'),
        numberColumn(t('monitor.druid.failed'), 'failed'),
        numberColumn(t('monitor.druid.routes.total'), 'total'),
        numberColumn(t('monitor.druid.p50'), 'p50', true),
        numberColumn(t('monitor.druid.p95'), 'p95', true),
        numberColumn(t('monitor.druid.p99'), 'p99', true),
        numberColumn(t('monitor.druid.routes.slowest'), 'slowest'),
        {
          title: t('monitor.druid.perRequest'),
          align: 'right',
          className: 'tabular-nums',
          render: (_, { statements, count }) => (count > 0 ? (statements / count).toFixed(1) : '—'),
        },
        numberColumn(t('monitor.druid.mostStatements'), 'mostStatements'),
        {
          title: t('monitor.druid.sqlShare'),
          align: 'right',
          className: 'tabular-nums',
          render: (_, { sqlTotal, total }) => formatColumnShare(Math.min(sqlTotal, total), total),
        },
        numberColumn(t('monitor.druid.inFlight'), 'inFlight'),
        numberColumn(t('monitor.druid.most'), 'most'),
      ]}
    />
  );
}

/** The largest tables, partitions summed. */
function TableList() {
  const t = useTranslations();
  const size = (title: string, dataIndex: 'tableSize' | 'indexSize') => ({
    ...numberColumn<DatabaseTable>(title, dataIndex),
    render: formatBytes,
  });
  return (
    <DatabaseList<DatabaseTable, typeof databaseTables>
      endpoint={databaseTables}
      query={{}}
      empty={t('monitor.druid.noTables')}
      rows={(tables) => tables}
      rowKey="name"
      columns={[
        { title: t('monitor.druid.table'), dataIndex: 'name', render: (name: string) => <span className="mono-text">{name}</span> },
        numberColumn(t('monitor.druid.tableRows'), 'rows'),
        size(t('monitor.druid.tableSize'), 'tableSize'),
        size(t('monitor.druid.indexSize'), 'indexSize'),
        numberColumn(t('monitor.druid.dead'), 'dead'),
        numberColumn(t('monitor.druid.seqScans'), 'seqScans'),
        numberColumn(t('monitor.druid.indexScans'), 'indexScans'),
        {
          title: t('monitor.druid.unused'),
          dataIndex: 'unused',
          width: 320,
          render: (names: string[]) => (names.length > 0 ? <CellCode multiline>{names.join('\n')}</CellCode> : '—'),
        },
      ]}
    />
  );
}

function SourceFacts() {
  const t = useTranslations();
  const { data, error, refetch } = useQuery({ ...endpointQueryOptions(databaseSource, {}), refetchInterval: 5000 });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  const { pool, database, wall } = data;
  const poolFacts = Object.entries(pool).map(([key, value]) => [`pool.${key}`, groupDigits(value)] as const);
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] gap-x-8 gap-y-6">
      <Facts title={t('monitor.druid.pool')} facts={poolFacts} />
      <Facts
        title={t('monitor.druid.database')}
        facts={[
          ['database.version', database.version],
          ['database.name', database.name],
          ['database.size', formatBytes(database.size)],
          ['database.connections', `${database.connections} / ${database.maxConnections}`],
          ['database.commits', groupDigits(database.commits)],
          ['database.rollbacks', groupDigits(database.rollbacks)],
          ['database.deadlocks', groupDigits(database.deadlocks)],
          ['database.cacheHit', database.cacheHit === null ? '—' : `${database.cacheHit}%`],
          ['database.temporaryBytes', formatBytes(database.temporaryBytes)],
          ['database.startTime', database.startTime],
        ]}
      />
      <Facts
        title={t('monitor.druid.wall')}
        note={t('monitor.druid.wall.how')}
        facts={[
          ['wall.statementTimeout', spanText(t, wall.statementTimeout)],
          ['wall.lockTimeout', spanText(t, wall.lockTimeout)],
          ['wall.idleTimeout', spanText(t, wall.idleTimeout)],
          ['wall.superuser', t(wall.superuser ? 'monitor.druid.yes' : 'monitor.druid.no')],
        ]}
      />
    </div>
  );
}

/** Formats a PostgreSQL duration such as `30s`; 0 means no limit. */
function spanText(t: Translate, span: string): string {
  const [, count = '', unit] = /^(\d+)(ms|s|min|h)?$/.exec(span) ?? [];
  if (count === '0') return t('monitor.druid.wall.none');
  return unit ? t(`monitor.druid.wall.${unit}` as WordKey, { count }) : span;
}

function Facts({ title, note, facts }: { title: string; note?: string; facts: (readonly [word: string, value: ReactNode])[] }) {
  const t = useTranslations();
  return (
    <section>
      <h2 className="my-2 text-sm/5.5">{title}</h2>
      {note && <p className="m-0 text-xs/5 text-muted">{note}</p>}
      <FactList>
        {facts.map(([word, value]) => (
          <Fact key={word} label={t(`monitor.druid.${word}` as WordKey)}>
            {value}
          </Fact>
        ))}
      </FactList>
    </section>
  );
}

const tabComponents = {
  source: SourceFacts,
  statements: StatementList,
  routes: RouteList,
  activity: ActivityList,
  tables: TableList,
} as const;
type TabKey = keyof typeof tabComponents;

/** Statistics of PostgreSQL; on a plain RuoYi server the pages of Druid. */
export default function DatabaseStatsPage() {
  const t = useTranslations();
  if (hasExtension('databaseStats')) return <DatabaseStats />;
  return <EmbeddedPage title={t('monitor.druid')} purpose={t('monitor.druid.embedded')} path="/druid/login.html" />;
}

function DatabaseStats() {
  const t = useTranslations();
  const [search, setSearch] = useSearchParams();
  const tabParam = search.get('tab') ?? 'source';
  const tab = (tabParam in tabComponents ? tabParam : 'source') as TabKey;
  return (
    <Page>
      <PageHeader title={t('monitor.druid')} purpose={t('monitor.druid.purpose')} />
      <section className="card px-4 pb-4">
        <Tabs
          activeKey={tab}
          onChange={(key) => setSearch({ tab: key }, { replace: true })}
          destroyOnHidden
          items={(Object.keys(tabComponents) as TabKey[]).map((key) => {
            const TabContent = tabComponents[key];
            return { key, label: t(`monitor.druid.tab.${key}`), children: <TabContent /> };
          })}
        />
      </section>
    </Page>
  );
}
