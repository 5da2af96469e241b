import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { EmbeddedPage } from '../../../ui/embedded-page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ActivityList } from './activity-list.tsx';
import { RouteList } from './route-list.tsx';
import { SourceFacts } from './source-facts.tsx';
import { StatementList } from './statement-list.tsx';
import { TableList } from './table-list.tsx';
import './database-stats.css';

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
    <div className="page">
      <PageHeader title={t('monitor.druid')} purpose={t('monitor.druid.purpose')} />
      <section className="card druid-card">
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
    </div>
  );
}
