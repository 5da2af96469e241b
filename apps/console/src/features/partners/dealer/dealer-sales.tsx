import { type DealerFigures, dealers, diversion, scanCases, scans, shipments } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getOf } from '../../../data/api.ts';
import { useRights } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { KeyFacts } from '../../../ui/detail.tsx';
import { How } from '../../../ui/how.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { shareText } from '../../../ui/share-text.ts';
import { Failed } from '../../../ui/states.tsx';
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
  const t = useWords();
  const { hasPermi } = useRights();
  const { data, error, refetch } = useQuery({
    ...getOf<DealerFigures>(dealers, `/${id}/figures`),
    meta: { ownErrors: true },
  });
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  const fact = (figure: Figure, text: ReactNode, may?: boolean, to?: string) => ({
    label: <How says={t(`manage.channelBusiness.tip.${figure}`)}>{t(`manage.channelBusiness.figure.${figure}`)}</How>,
    value: text === undefined ? none : may && to ? <RowLink to={to}>{text}</RowLink> : <span className="numeral">{text}</span>,
  });
  const units = (count: number | undefined) => (count === undefined ? undefined : groupDigits(count));
  const { soldCount = 0, receivedCount = 0, coverDays, scanCount = 0, foreignCount = 0, rank, rankedCount = 0 } = data ?? {};
  const [sees, seesScans] = [hasPermi(shipments.permission('list')), hasPermi(scans.permission('list'))];
  const documents = `${shipments.path}?dealerId=${id}`;
  const stock = `${dealers.path}/${id}?tab=stock`;
  return (
    <KeyFacts
      facts={[
        fact('receivedCount', units(data?.receivedCount), sees, `${documents}&out=1`),
        fact('onHandCount', units(data?.onHandCount), true, stock),
        fact('soldCount', units(data?.soldCount), seesScans, `${scans.path}?holderBranch=${id}&first=1&inspection=0`),
        fact('sellThrough', receivedCount > 0 ? shareText(soldCount, receivedCount) : undefined),
        fact('coverDays', coverDays == null ? undefined : t('manage.channelBusiness.days', { count: coverDays }), true, stock),
        fact('returnedCount', units(data?.returnedCount), sees, `${documents}&kind=return`),
        fact(
          'inRegion',
          scanCount > 0 ? shareText(scanCount - foreignCount, scanCount) : undefined,
          seesScans && foreignCount > 0,
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
