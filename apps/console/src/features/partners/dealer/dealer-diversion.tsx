import { type Diversion, diversion, scanCases, scans } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getOf } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { groupDigits } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { StrayMap } from '../../scans/shared/diversion-map.tsx';

/** Scans of a dealer's products outside its regions in the last 30 days. */
export function DealerDiversion({ id }: { id: number }) {
  const t = useWords();
  const seesScans = usePermission(scans.permission('list'));
  const seesCases = usePermission(scanCases.permission('list'));
  const { data, error, refetch } = useQuery({
    ...getOf<Diversion>(diversion, '/matrix', { channelBusinessId: String(id) }),
    meta: { ownErrors: true },
  });
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting rows={6} />;
  const own = data.dealers.find(({ channelBusinessId }) => channelBusinessId === id);
  if (!own) return <Nothing text={t('manage.diversion.none')} />;
  const { scans: scanRows, foreign } = own;
  const behind = (filters: Record<string, string>) =>
    `${scans.path}?${new URLSearchParams({ ...filters, beginTime: data.from, endTime: data.to, inspection: '0' })}`;
  const counted = (count: number, filters: Record<string, string>) =>
    seesScans && count > 0 ? <RowLink to={behind(filters)}>{groupDigits(count)}</RowLink> : groupDigits(count);
  return (
    <>
      <p>
        {t('manage.diversion.scans')} {counted(scanRows, { channelBusinessId: String(id), unplaced: '0' })} ·{' '}
        {t('manage.diversion.foreign')} {counted(foreign, { outsideOf: String(id) })} ·{' '}
        {t('manage.diversion.between', { from: data.from, to: data.to })} ·{' '}
        <RowLink to={`${diversion.path}?channelBusinessId=${id}`}>{t('manage.diversion.matrix')}</RowLink>
        {seesCases && (
          <>
            {' · '}
            <RowLink to={`${scanCases.path}?channelBusinessId=${id}`}>{t('manage.diversion.cases')}</RowLink>
          </>
        )}
      </p>
      <StrayMap dealer={own} records={seesScans ? (regionCode) => behind({ outsideOf: String(id), regionCode }) : undefined} />
    </>
  );
}
