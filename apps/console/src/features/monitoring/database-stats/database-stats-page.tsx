import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { EmbeddedPage } from '../../../ui/embedded-page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ActivityList } from './activity-list.tsx';
import { RouteList } from './route-list.tsx';
import { SourceFacts } from './source-facts.tsx';
import { StatementList } from './statement-list.tsx';
import { TableList } from './table-list.tsx';
import './database-stats.css';

const parts = { source: SourceFacts, statements: StatementList, routes: RouteList, activity: ActivityList, tables: TableList } as const;
type Part = keyof typeof parts;

/** Statistics of PostgreSQL; on a plain RuoYi server the pages of Druid. */
export default function DatabaseStatsPage() {
  const t = useWords();
  if (has('databaseStats')) return <DatabaseStats />;
  return <EmbeddedPage title={t('monitor.druid')} purpose={t('monitor.druid.embedded')} path="/druid/login.html" />;
}

function DatabaseStats() {
  const t = useWords();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab') ?? 'source';
  const tab = (asked in parts ? asked : 'source') as Part;
  return (
    <div className="page">
      <PageHeader title={t('monitor.druid')} purpose={t('monitor.druid.purpose')} />
      <section className="card druid-card">
        <Tabs
          activeKey={tab}
          onChange={(key) => setSearch({ tab: key }, { replace: true })}
          destroyOnHidden
          items={(Object.keys(parts) as Part[]).map((key) => {
            const Part = parts[key];
            return { key, label: t(`monitor.druid.tab.${key}`), children: <Part /> };
          })}
        />
      </section>
    </div>
  );
}
