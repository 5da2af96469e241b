import { traceabilities, traceTemplates } from '@suyuan/contract';
import { Link } from 'react-router';
import { useRights } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import './trace.css';

const paths = {
  records: '/manage/traceability',
  templates: '/manage/traceability/templates',
  completeness: '/manage/traceability/completeness',
} as const;

export function TraceNav({ current }: { current: keyof typeof paths }) {
  const t = useTranslations();
  const { hasPermi } = useRights();
  const visibleTabs = (['records', 'templates', 'completeness'] as const).filter((tab) =>
    hasPermi(tab === 'templates' ? traceTemplates.permission('list') : traceabilities.permission('list')),
  );
  return (
    <nav className="trace-nav" aria-label={t('manage.traceability.title')}>
      {visibleTabs.map((tab) => (
        <Link key={tab} to={paths[tab]} aria-current={tab === current ? 'page' : undefined}>
          {t(`manage.traceability.tab.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}
