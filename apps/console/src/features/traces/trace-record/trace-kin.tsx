import { type TraceKin, traceabilities, type WordKey } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/words.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { tracePath } from './trace-words.ts';

export function TraceKinTree({ traceQuery }: { traceQuery: Record<string, string> }) {
  const t = useTranslations();
  const kin = useQuery({ ...getQueryOptions<TraceKin[]>(traceabilities, '/kin', traceQuery), meta: { ownErrors: true } });
  if (kin.error && !kin.data) return <ErrorState error={kin.error} onRetry={() => void kin.refetch()} />;
  if (!kin.data) return <LoadingState rows={6} />;
  if (kin.data.length < 2) return <EmptyState text={t('manage.traceability.kin.none')} />;
  const distances = [...new Set(kin.data.map(({ distance }) => distance))].sort((a, b) => a - b);
  return (
    <ol className="kin">
      {distances.map((distance) => (
        <li key={distance} className={distance === 0 ? 'kin-column kin-self' : 'kin-column'}>
          <h3>
            {t(
              distance === 0
                ? 'manage.traceability.kin.self'
                : distance < 0
                  ? 'manage.traceability.kin.up'
                  : 'manage.traceability.kin.down',
            )}
          </h3>
          <ul>
            {kin.data
              .filter((each) => each.distance === distance)
              .map((each) => (
                <KinCard key={each.key} kin={each} />
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function KinCard({ kin: { kind, name, note, count, batchId } }: { kin: TraceKin }) {
  const t = useTranslations();
  const level = kind === 'container' ? t(`manage.traceability.level.${name}` as WordKey) : '';
  const title =
    kind === 'container'
      ? t('manage.traceability.kin.container', { level, count: count ?? 0 })
      : name || t('manage.traceability.kin.stock');
  const holderText = kind === 'holder' && t('manage.traceability.kin.holder', { count: count ?? 0 });
  return (
    <li className={`kin-card kin-${kind}`}>
      <span className="kin-kind">
        {kind === 'batch' || kind === 'supplier' || kind === 'ingredient' ? t(`manage.traceability.kin.${kind}`) : null}
      </span>
      <strong>{batchId ? <RowLink to={tracePath(batchId)}>{title}</RowLink> : title}</strong>
      {(note || holderText) && <span className="none numeral">{[note, holderText].filter(Boolean).join(' · ')}</span>}
    </li>
  );
}
