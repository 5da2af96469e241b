import { dealers } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Dropdown, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { readOf } from '../../../data/api.ts';
import { useRights } from '../../../data/permission.tsx';
import { seedText } from '../../../data/seed-text.ts';
import { useWords } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { DetailBody, KeyFacts } from '../../../ui/detail.tsx';
import { How } from '../../../ui/how.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LastDay } from '../../../ui/last-day.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { PartnerHistory, PartnerLife } from '../shared/partner-life.tsx';
import { AuthoriseDialog } from './authorise-dialog.tsx';
import { useDealerActs } from './dealer-acts.tsx';
import { type Dealer, isEditable, isLapsed } from './dealer-life.ts';
import { DealerSales } from './dealer-sales.tsx';
import { useDealerTabs } from './dealer-tabs.tsx';
import './dealer.css';

export default function DealerDetailPage() {
  const { channelBusinessId = '' } = useParams();
  const read = useQuery({ ...readOf(dealers, channelBusinessId), meta: { ownErrors: true } });
  useTabTitle(read.data?.channelBusinessName);
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} back={dealers.path} />;
  return <div className="page">{read.data ? <DealerDetail dealer={read.data} /> : <Waiting rows={12} />}</div>;
}

function DealerDetail({ dealer }: { dealer: Dealer }) {
  const t = useWords();
  const navigate = useNavigate();
  const { hasPermi } = useRights();
  const acts = useDealerActs();
  const [authorising, setAuthorising] = useState(false);
  const { tabs, tab, choose } = useDealerTabs(dealer);
  const { channelBusinessId, channelBusinessName, channelBusinessCode, state, stateReason, contractTo } = dealer;
  const reason = stateReason && seedText('manage.channelBusiness.seed.lapsed', stateReason);
  const suspendedByContract = state === 'suspended' && isLapsed(dealer) && reason === t('manage.channelBusiness.seed.lapsed');
  const next = acts.next(dealer);
  const menu = [
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
    ...acts
      .more(dealer, () => setAuthorising(true))
      .filter(({ permission }) => !permission || hasPermi(permission))
      .map(({ key, label, danger = false, onClick }) => ({ key, label, danger, onClick })),
  ];
  return (
    <>
      <PageHeader
        title={channelBusinessName}
        beside={
          <>
            <Mono>{channelBusinessCode}</Mono>
            <CodeBadge of={dealers} field="state" value={state} />
          </>
        }
        actions={
          <>
            {next && (
              <Button type="primary" loading={acts.busy} onClick={() => void acts.take(next, dealer)}>
                {t(`manage.channelBusiness.do.${next}`)}
              </Button>
            )}
            {menu.length > 0 && (
              <Dropdown menu={{ items: menu }} trigger={['click']}>
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
      <PartnerLife of={dealers} id={channelBusinessId} record={dealer} working="active" />
      <DealerSales dealer={dealer} />
      <DetailBody aside={<PartnerHistory of={dealers} id={channelBusinessId} />} asideTitle={t('manage.channelBusiness.history')}>
        <section className="card detail-tabs">
          <Tabs activeKey={tab} items={tabs} destroyOnHidden onChange={choose} />
        </section>
      </DetailBody>
      {acts.cloneDialog}
      {acts.renewDrawer}
      {authorising && <AuthoriseDialog id={channelBusinessId} onClose={() => setAuthorising(false)} />}
    </>
  );
}

function DealerFigures({ dealer }: { dealer: Dealer }) {
  const t = useWords();
  const { channelBusinessId, parentId, parentName, childCount, stockCount, contractTo, catalogueName, exclusive } = dealer;
  const counted = (field: 'stockCount' | 'childCount', count: number, to: string) => ({
    label: <How says={t(`manage.channelBusiness.tip.${field}`)}>{t(`manage.channelBusiness.${field}`)}</How>,
    value: count > 0 ? <RowLink to={to}>{groupDigits(count)}</RowLink> : count,
  });
  return (
    <KeyFacts
      facts={[
        {
          label: t('manage.channelBusiness.parentName'),
          value: parentId && parentName ? <RowLink to={`/manage/channelBusiness/${parentId}`}>{parentName}</RowLink> : '—',
        },
        counted('childCount', childCount, `/manage/channelBusiness?parentId=${channelBusinessId}`),
        { label: t('manage.channelBusiness.catalogueName'), value: catalogueName ?? '—' },
        { label: t('manage.channelBusiness.exclusive'), value: t(exclusive === '1' ? 'kit.yes' : 'kit.no') },
        { label: t('manage.channelBusiness.contractTo'), value: <LastDay day={contractTo} /> },
        counted('stockCount', stockCount, `/manage/channelBusiness/${channelBusinessId}?tab=stock`),
      ]}
    />
  );
}
