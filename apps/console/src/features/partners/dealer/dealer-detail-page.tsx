import { dealers } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Dropdown, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { recordQueryOptions } from '../../../data/api.ts';
import { translateSeedText } from '../../../data/display-names.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { DetailBody, KeyFacts } from '../../../ui/detail.tsx';
import { ExpiryDate } from '../../../ui/expiry-date.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { PartnerHistory, PartnerLifecycle } from '../shared/partner-lifecycle.tsx';
import { AuthoriseDialog } from './dealer-authority.tsx';
import { type Dealer, isEditable, isLapsed } from './dealer-lifecycle.ts';
import { DealerSales } from './dealer-sales.tsx';
import { useDealerTabs } from './dealer-tabs.tsx';
import { useDealerActions } from './use-dealer-actions.tsx';
import './dealer.css';

export default function DealerDetailPage() {
  const { channelBusinessId = '' } = useParams();
  const dealerQuery = useQuery({ ...recordQueryOptions(dealers, channelBusinessId), meta: { ownErrors: true } });
  useTabTitle(dealerQuery.data?.channelBusinessName);
  if (dealerQuery.error && !dealerQuery.data)
    return <ErrorState error={dealerQuery.error} onRetry={() => void dealerQuery.refetch()} listHref={dealers.path} />;
  return <div className="page">{dealerQuery.data ? <DealerDetail dealer={dealerQuery.data} /> : <LoadingState rows={12} />}</div>;
}

function DealerDetail({ dealer }: { dealer: Dealer }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = usePermissions();
  const actions = useDealerActions();
  const [authorising, setAuthorising] = useState(false);
  const { tabs, tab, choose } = useDealerTabs(dealer);
  const { channelBusinessId, channelBusinessName, channelBusinessCode, state, stateReason, contractTo } = dealer;
  const reason = stateReason && translateSeedText('manage.channelBusiness.seed.lapsed', stateReason);
  const suspendedByContract = state === 'suspended' && isLapsed(dealer) && reason === t('manage.channelBusiness.seed.lapsed');
  const next = actions.next(dealer);
  const menuItems = [
    ...(isEditable(dealer) && hasPermi(dealers.permission('edit'))
      ? [
          {
            key: 'edit',
            label: t('kit.edit'),
            danger: false,
            onClick: () => void navigate(`/manage/channelBusiness/${channelBusinessId}/edit`),
          },
        ]
      : []),
    ...actions
      .more(dealer, () => setAuthorising(true))
      .filter(({ permission }) => !permission || hasPermi(permission))
      .map(({ key, label, danger = false, onClick }) => ({ key, label, danger, onClick })),
  ];
  return (
    <>
      <PageHeader
        title={channelBusinessName}
        titleExtra={
          <>
            <CopyableText>{channelBusinessCode}</CopyableText>
            <CodeBadge of={dealers} field="state" value={state} />
          </>
        }
        actions={
          <>
            {next && (
              <Button type="primary" loading={actions.busy} onClick={() => void actions.take(next, dealer)}>
                {t(`manage.channelBusiness.do.${next}`)}
              </Button>
            )}
            {menuItems.length > 0 && (
              <Dropdown menu={{ items: menuItems }} trigger={['click']}>
                <Button aria-label={t('kit.moreOf', { name: channelBusinessName })} icon={<Icon name="more" />} />
              </Dropdown>
            )}
          </>
        }
      />
      {(state === 'draft' || state === 'pending') && isLapsed(dealer) && (
        <Alert type="warning" showIcon className="detail-why" title={t('manage.channelBusiness.endedBefore', { day: contractTo ?? '' })} />
      )}
      {reason && (
        <Alert
          type={state === 'terminated' ? 'error' : 'warning'}
          showIcon
          className="detail-why"
          title={
            suspendedByContract
              ? t('manage.channelBusiness.lapsed', { day: contractTo?.slice(5) ?? '' })
              : t('manage.channelBusiness.why', { reason })
          }
        />
      )}
      <DealerFigures dealer={dealer} />
      <PartnerLifecycle of={dealers} id={channelBusinessId} record={dealer} activeState="active" />
      <DealerSales dealer={dealer} />
      <DetailBody aside={<PartnerHistory of={dealers} id={channelBusinessId} />} asideTitle={t('manage.channelBusiness.history')}>
        <section className="card detail-tabs">
          <Tabs activeKey={tab} items={tabs} destroyOnHidden onChange={choose} />
        </section>
      </DetailBody>
      {actions.cloneDialog}
      {actions.renewDrawer}
      {authorising && <AuthoriseDialog id={channelBusinessId} onClose={() => setAuthorising(false)} />}
    </>
  );
}

function DealerFigures({ dealer }: { dealer: Dealer }) {
  const t = useTranslations();
  const { channelBusinessId, parentId, parentName, childCount, stockCount, contractTo, catalogueName, exclusive } = dealer;
  const countFact = (field: 'stockCount' | 'childCount', count: number, to: string) => ({
    label: <TermTooltip explanation={t(`manage.channelBusiness.tip.${field}`)}>{t(`manage.channelBusiness.${field}`)}</TermTooltip>,
    value: count > 0 ? <RowLink to={to}>{groupDigits(count)}</RowLink> : count,
  });
  return (
    <KeyFacts
      facts={[
        {
          label: t('manage.channelBusiness.parentName'),
          value: parentId && parentName ? <RowLink to={`/manage/channelBusiness/${parentId}`}>{parentName}</RowLink> : '—',
        },
        countFact('childCount', childCount, `/manage/channelBusiness?parentId=${channelBusinessId}`),
        { label: t('manage.channelBusiness.catalogueName'), value: catalogueName ?? '—' },
        { label: t('manage.channelBusiness.exclusive'), value: t(exclusive === '1' ? 'kit.yes' : 'kit.no') },
        { label: t('manage.channelBusiness.contractTo'), value: <ExpiryDate day={contractTo} /> },
        countFact('stockCount', stockCount, `/manage/channelBusiness/${channelBusinessId}?tab=stock`),
      ]}
    />
  );
}
