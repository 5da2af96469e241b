import { dealerPartner, dealers } from '@suyuan/contract';
import { useParams } from 'react-router';
import { translateSeedText } from '../../../data/display-names.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { DetailPage } from '../../../ui/detail-page.tsx';
import { ExpiryDate } from '../../../ui/expiry-date.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { FigureLink, RowLink } from '../../../ui/row-link.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { PartnerDetail } from '../shared/partner-detail.tsx';
import { type Dealer, isLapsed } from './dealer-life-cycle.ts';
import { DealerSales } from './dealer-sales.tsx';
import { useDealerTabs } from './dealer-tabs.tsx';
import { useDealerActions } from './use-dealer-actions.tsx';

export default function DealerDetailPage() {
  const { channelBusinessId = '' } = useParams();
  return (
    <DetailPage hasLifeCycle of={dealers} id={channelBusinessId} titleOf={({ channelBusinessName }) => channelBusinessName}>
      {(dealer) => <DealerDetail dealer={dealer} />}
    </DetailPage>
  );
}

function DealerDetail({ dealer }: { dealer: Dealer }) {
  const t = useTranslations();
  const actions = useDealerActions();
  const next = actions.nextOf(dealer);
  const facts = useDealerFacts(dealer);
  const tabs = useDealerTabs(dealer);
  const { state, stateReason, contractTo } = dealer;
  const reason = stateReason && translateSeedText('manage.channelBusiness.seed.lapsed', stateReason);
  const suspendedByContract = state === 'suspended' && isLapsed(dealer) && reason === t('manage.channelBusiness.seed.lapsed');
  const isUnreviewed = state === 'draft' || state === 'pending';
  const causeText = suspendedByContract
    ? t('manage.channelBusiness.lapsed', { day: contractTo ?? '' })
    : reason
      ? t('manage.channelBusiness.why', { reason })
      : isUnreviewed && isLapsed(dealer)
        ? t('manage.channelBusiness.endedBefore', { day: contractTo ?? '' })
        : actions.waitText(dealer);
  return (
    <>
      <PartnerDetail
        partner={dealerPartner}
        record={dealer}
        busy={actions.busy}
        next={next}
        menuItems={actions.menuItems(dealer, next, actions.more(dealer))}
        cause={causeText}
        facts={facts}
        tabs={tabs}
      >
        <DealerSales dealer={dealer} />
      </PartnerDetail>
      {actions.dialogs}
    </>
  );
}

function useDealerFacts(dealer: Dealer) {
  const t = useTranslations();
  const { channelBusinessId, parentId, parentName, childCount, stockCount, contractTo, catalogueName, exclusive } = dealer;
  const countFact = (field: 'stockCount' | 'childCount', count: number, to: string) => ({
    label: <TermTooltip explanation={t(`manage.channelBusiness.tip.${field}`)}>{t(`manage.channelBusiness.${field}`)}</TermTooltip>,
    value: count > 0 ? <FigureLink to={to}>{groupDigits(count)}</FigureLink> : count,
  });
  return [
    {
      label: t('manage.channelBusiness.parentName'),
      value: parentId && parentName ? <RowLink to={`${dealers.path}/${parentId}`}>{parentName}</RowLink> : '—',
    },
    countFact('childCount', childCount, `${dealers.path}?parentId=${channelBusinessId}`),
    { label: t('manage.channelBusiness.catalogueName'), value: catalogueName ?? '—' },
    { label: t('manage.channelBusiness.exclusive'), value: t(exclusive === '1' ? 'kit.yes' : 'kit.no') },
    { label: t('manage.channelBusiness.contractTo'), value: <ExpiryDate day={contractTo} /> },
    countFact('stockCount', stockCount, `${dealers.path}/${channelBusinessId}?tab=stock`),
  ];
}
