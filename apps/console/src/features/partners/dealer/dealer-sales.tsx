import { type DealerFigures, dealers, diversion, scanCases, scans, shipments } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { useRights } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { KeyFacts } from '../../../ui/detail.tsx';
import { TermTooltip } from '../../../ui/how.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { formatShare } from '../../../ui/share-text.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { casesPath } from './dealer-columns.tsx';

type Figure =
  | 'receivedCount'
  | 'onHandCount'
  | 'soldCount'
  | 'sellThrough'
  | 'coverDays'
  | 'returnedCount'
  | 'inRegion'
  | 'diversionCount'
  | 'rank';

const none = <span className="none">—</span>;

/** Sales figures of a dealer and its branch, each with a link. Dashes while loading. */
export function DealerSales({
  dealer: { channelBusinessId: id, parentId },
}: {
  dealer: { channelBusinessId: number; parentId: number | null };
}) {
  const t = useTranslations();
  const { hasPermi } = useRights();
  const { data, error, refetch } = useQuery({
    ...getQueryOptions<DealerFigures>(dealers, `/${id}/figures`),
    meta: { ownErrors: true },
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const fact = (figure: Figure, text: ReactNode, canOpen?: boolean, to?: string) => ({
    label: (
      <TermTooltip explanation={t(`manage.channelBusiness.tip.${figure}`)}>{t(`manage.channelBusiness.figure.${figure}`)}</TermTooltip>
    ),
    value: text === undefined ? none : canOpen && to ? <RowLink to={to}>{text}</RowLink> : <span className="numeral">{text}</span>,
  });
  const units = (count: number | undefined) => (count === undefined ? undefined : groupDigits(count));
  const { soldCount = 0, receivedCount = 0, coverDays, scanCount = 0, foreignCount = 0, rank, rankedCount = 0 } = data ?? {};
  const [canListShipments, canListScans] = [hasPermi(shipments.permission('list')), hasPermi(scans.permission('list'))];
  const shipmentsPath = `${shipments.path}?dealerId=${id}`;
  const stockPath = `${dealers.path}/${id}?tab=stock`;
  return (
    <KeyFacts
      facts={[
        fact('receivedCount', units(data?.receivedCount), canListShipments, `${shipmentsPath}&out=1`),
        fact('onHandCount', units(data?.onHandCount), true, stockPath),
        fact('soldCount', units(data?.soldCount), canListScans, `${scans.path}?holderBranch=${id}&first=1&inspection=0`),
        fact('sellThrough', receivedCount > 0 ? formatShare(soldCount, receivedCount) : undefined),
        fact('coverDays', coverDays == null ? undefined : t('manage.channelBusiness.days', { count: coverDays }), true, stockPath),
        fact('returnedCount', units(data?.returnedCount), canListShipments, `${shipmentsPath}&kind=return`),
        fact(
          'inRegion',
          scanCount > 0 ? formatShare(scanCount - foreignCount, scanCount) : undefined,
          canListScans && foreignCount > 0,
          `${scans.path}?outsideOf=${id}&beginTime=${data?.since}&inspection=0`,
        ),
        fact(
          'diversionCount',
          units(data?.diversionCount),
          hasPermi(scanCases.permission('list')) && (data?.diversionCount ?? 0) > 0,
          casesPath(id),
        ),
        fact(
          'rank',
          rank == null ? undefined : t('manage.channelBusiness.rankOf', { rank, count: rankedCount }),
          hasPermi(diversion.permission),
          parentId === null ? diversion.path : `${diversion.path}?channelBusinessId=${parentId}`,
        ),
      ]}
    />
  );
}
