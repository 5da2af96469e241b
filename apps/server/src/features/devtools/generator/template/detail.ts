import type { GenModel } from '../generator-model.ts';

/** `<noun>-detail-page.tsx`: all fields of one record. */
export function detailFile(model: GenModel): string {
  const { plural, type, key, fields } = model;
  const name = fields.find(({ name: each, kind }) => kind === 'text' && each.endsWith('Name'))?.name ?? key;
  const title = name === key ? `t(${plural}.word())` : `read.data.${name} ?? ''`;
  const hiddenFields = new Set([
    key,
    'version',
    ...fields.filter(({ kind }) => kind === 'ref').map((field) => field.name),
    ...(model.sub ? [model.sub.list] : []),
  ]);
  return `import { ${[plural, type].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).join(', ')} } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { readOf } from '../../../data/api.ts';
import { useWords } from '../../../data/i18n.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RecordFacts } from '../../../ui/record-facts.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';

/** One record whole. */
export default function ${type}DetailPage() {
  const t = useWords();
  const { ${key} = '' } = useParams();
  const read = useQuery({ ...readOf(${plural}, ${key}), meta: { ownErrors: true } });
  useTabTitle(${name === key ? `t(${plural}.word())` : `read.data?.${name} ?? undefined`});
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data) return <Waiting rows={12} />;
  return (
    <div className="page">
      <PageHeader title={${title}} purpose={t(${plural}.word('purpose'))} />
      <section className="card">
        <RecordFacts of={${plural}} record={read.data} names={Object.keys(${type}.shape).filter((name) => !hidden.has(name))} />
      </section>
    </div>
  );
}

const hidden = new Set([${[...hiddenFields].map((each) => `'${each}'`).join(', ')}]);
`;
}
