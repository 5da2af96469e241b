import { type Diversion, diversion, scanCases, scans } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getQueryOptions } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { groupDigits } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { DiversionMap } from '../../scans/shared/diversion-map.tsx';

/** Scans of a dealer's products outside its regions in the last 30 days. */
export function DealerDiversion({ id }: { id: number }) {
  const t = useTranslations();
  const canListScans = usePermission(scans.permission('list'));
  const canListCases = usePermission(scanCases.permission('list'));
  const { data, error, refetch } = useQuery({
    ...getQueryOptions<Diversion>(diversion, '/matrix', { channelBusinessId: String(id) }),
    meta: { ownErrors: true },
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState rows={6} />;
  const dealerRow = data.dealers.find(({ channelBusinessId }) => channelBusinessId === id);
  if (!dealerRow) return <EmptyState text={t('manage.diversion.none')} />;
  const { scans: scanCount, foreign } = dealerRow;
  const scansLink = (filters: Record<string, string>) =>
    `${scans.path}?${new URLSearchParams({ ...filters, beginTime: data.from, endTime: data.to, inspection: '0' })}`;
  const countLink = (count: number, filters: Record<string, string>) =>
    canListScans && count > 0 ? <RowLink to={scansLink(filters)}>{groupDigits(count)}</RowLink> : groupDigits(count);
  return (
    <>
      <p>
        {t('manage.diversion.scans')} {countLink(scanCount, { channelBusinessId: String(id), unplaced: '0' })} ·{' '}
        {t('manage.diversion.foreign')} {countLink(foreign, { outsideOf: String(id) })} ·{' '}
        {t('manage.diversion.between', { from: data.from, to: data.to })} ·{' '}
        <RowLink to={`${diversion.path}?channelBusinessId=${id}`}>{t('manage.diversion.matrix')}</RowLink>
        {canListCases && (
          <>
            {' · '}
            <RowLink to={`${scanCases.path}?channelBusinessId=${id}`}>{t('manage.diversion.cases')}</RowLink>
          </>
        )}
      </p>
      <DiversionMap
        dealer={dealerRow}
        scansPath={canListScans ? (regionCode) => scansLink({ outsideOf: String(id), regionCode }) : undefined}
      />
    </>
  );
}
