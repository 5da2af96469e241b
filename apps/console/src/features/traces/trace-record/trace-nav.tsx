import { traceabilities, traceTemplates } from '@suyuan/contract';
import { Link } from 'react-router';
import { useRights } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import './trace.css';

const places = {
  records: '/manage/traceability',
  templates: '/manage/traceability/templates',
  completeness: '/manage/traceability/completeness',
} as const;

export function TraceNav({ now }: { now: keyof typeof places }) {
  const t = useWords();
  const { hasPermi } = useRights();
  const open = (['records', 'templates', 'completeness'] as const).filter((place) =>
    hasPermi(place === 'templates' ? traceTemplates.permission('list') : traceabilities.permission('list')),
  );
  return (
    <nav className="trace-nav" aria-label={t('manage.traceability.title')}>
      {open.map((place) => (
        <Link key={place} to={places[place]} aria-current={place === now ? 'page' : undefined}>
          {t(`manage.traceability.tab.${place}`)}
        </Link>
      ))}
    </nav>
  );
}
