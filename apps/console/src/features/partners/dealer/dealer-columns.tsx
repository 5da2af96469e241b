import { dealerPartner, type dealers, scanCases } from '@suyuan/contract';
import { Tooltip } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import type { Cells } from '../../../ui/columns.tsx';
import { ExpiryDate } from '../../../ui/expiry-date.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { shortRegion } from '../../../ui/region-text.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { PartnerBadge } from '../shared/partner-page.tsx';

function Regions({ names, none }: { names: string[]; none: string }) {
  const t = useTranslations();
  if (names.length === 0) return <span className="text-muted">{none}</span>;
  const visibleText = names.slice(0, 2).map(shortRegion).join(t('kit.joint'));
  if (names.length <= 2) return visibleText;
  return (
    <Tooltip title={names.join(t('kit.joint'))}>
      <span>
        {visibleText} +{names.length - 2}
      </span>
    </Tooltip>
  );
}

export const casesPath = (channelBusinessId: number) => `${scanCases.path}?channelBusinessId=${channelBusinessId}&reason=otherRegion`;

export function useDealerCells(): Cells<typeof dealers> {
  const t = useTranslations();
  const canListCases = usePermission(scanCases.permission('list'));
  return {
    state: (state) => <PartnerBadge partner={dealerPartner} state={state} />,
    regionNames: (names, { parentId, exclusive }) => (
      <>
        <Regions names={names} none={t(parentId ? 'manage.channelBusiness.inherited' : 'manage.channelBusiness.everywhere')} />
        {exclusive === '1' && <span className="text-muted text-xs"> {t('manage.channelBusiness.exclusive')}</span>}
      </>
    ),
    contractTo: (day) => <ExpiryDate day={day} />,
    coverDays: (days) => (days === null ? <span className="text-muted">—</span> : t('manage.channelBusiness.days', { count: days })),
    diversionCount: (count, { channelBusinessId }) =>
      count > 0 && canListCases ? <RowLink to={casesPath(channelBusinessId)}>{groupDigits(count)}</RowLink> : groupDigits(count),
  };
}
