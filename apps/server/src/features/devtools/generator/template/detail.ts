import type { GenModel } from '../generator-model.ts';

/** `<noun>-detail-page.tsx`: all fields of one record. */
export function detailFile(model: GenModel): string {
  const { plural, type, key, fields } = model;
  const name = fields.find(({ name: each, kind }) => kind === 'text' && each.endsWith('Name'))?.name ?? key;
  const title = name === key ? `t(${plural}.word())` : `recordQuery.data.${name} ?? ''`;
  const hiddenFields = new Set([
    key,
    'version',
    ...fields.filter(({ kind }) => kind === 'ref').map((field) => field.name),
    ...(model.sub ? [model.sub.list] : []),
  ]);
  return `import { ${[plural, type].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).join(', ')} } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { recordQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { RecordFacts } from '../../../ui/record-view.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';

/** One record whole. */
export default function ${type}DetailPage() {
  const t = useTranslations();
  const { ${key} = '' } = useParams();
  const recordQuery = useQuery({ ...recordQueryOptions(${plural}, ${key}), meta: { ownErrors: true } });
  useTabTitle(${name === key ? `t(${plural}.word())` : `recordQuery.data?.${name} ?? undefined`});
  if (recordQuery.error && !recordQuery.data) return <ErrorState error={recordQuery.error} onRetry={() => void recordQuery.refetch()} />;
  if (!recordQuery.data) return <LoadingState rows={12} />;
  return (
    <div className="page">
      <PageHeader title={${title}} purpose={t(${plural}.word('purpose'))} />
      <section className="card">
        <RecordFacts of={${plural}} record={recordQuery.data} names={visibleFields} />
      </section>
    </div>
  );
}

const hiddenFields = new Set([${[...hiddenFields].map((each) => `'${each}'`).join(', ')}]);
const visibleFields = Object.keys(${type}.shape).filter((name) => !hiddenFields.has(name));
`;
}
