import { cloneSupplier, supplierPapers, suppliers } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Dropdown, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { readOf } from '../../../data/api.ts';
import { useListQuery } from '../../../data/list-query.ts';
import { useRights } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { CloneDialog } from '../../../ui/clone-dialog.tsx';
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
import { SupplierBadge } from './supplier-badge.tsx';
import { SupplierFacts } from './supplier-facts.tsx';
import { isEditable, leadsOn, type Supplier, stepsOf, useSupplierLife } from './supplier-life.ts';
import { SupplierPapers } from './supplier-papers.tsx';
import { SupplierRate } from './supplier-rates.tsx';

export default function SupplierDetailPage() {
  const { supplierId = '' } = useParams();
  const read = useQuery({ ...readOf(suppliers, supplierId), meta: { ownErrors: true } });
  useTabTitle(read.data?.supplierName);
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} back={suppliers.path} />;
  return <div className="page">{read.data ? <SupplierDetail supplier={read.data} /> : <Waiting rows={12} />}</div>;
}

function SupplierDetail({ supplier }: { supplier: Supplier }) {
  const t = useWords();
  const navigate = useNavigate();
  const { hasPermi } = useRights();
  const { take, busy } = useSupplierLife();
  const [tab, narrow] = useListQuery();
  const [cloning, setCloning] = useState(false);
  const { supplierId, supplierName, supplierCode, state, stateReason } = supplier;
  const [first, ...others] = stepsOf(supplier, hasPermi);
  const next = leadsOn(first) ? first : undefined;
  const menu = [
    ...(isEditable(supplier) && hasPermi(suppliers.permission('edit'))
      ? [{ key: 'edit', label: t('kit.edit'), onClick: () => void navigate(`/manage/supplier/${supplierId}/edit`) }]
      : []),
    ...(hasPermi('manage:batch:list')
      ? [{ key: 'batches', label: t('manage.category.batches'), onClick: () => void navigate(`/manage/batch?supplierId=${supplierId}`) }]
      : []),
    ...(hasPermi(suppliers.permission('clone'))
      ? [{ key: 'clone', label: t('manage.supplier.clone'), onClick: () => setCloning(true) }]
      : []),
    ...(next || !first ? others : [first, ...others]).map((step) => ({
      key: step,
      label: t(`manage.supplier.do.${step}`),
      danger: step === 'suspend' || step === 'terminate',
      onClick: () => void take(step, supplier),
    })),
  ];
  const tabs = [
    ...(hasPermi(supplierPapers.permission('list'))
      ? [
          {
            key: 'papers',
            label: `${t('manage.supplier.papers')} ${supplier.paperCount || ''}`,
            children: <SupplierPapers supplierId={supplierId} />,
          },
        ]
      : []),
    { key: 'facts', label: t('manage.supplier.facts'), children: <SupplierFacts supplier={supplier} /> },
  ];
  return (
    <>
      <PageHeader
        title={supplierName}
        beside={
          <>
            <Mono>{supplierCode}</Mono>
            <SupplierBadge state={state} />
          </>
        }
        actions={
          <>
            {next && (
              <Button type="primary" loading={busy} onClick={() => void take(next, supplier)}>
                {t(`manage.supplier.do.${next}`)}
              </Button>
            )}
            {menu.length > 0 && (
              <Dropdown menu={{ items: menu }} trigger={['click']}>
                <Button aria-label={t('kit.moreOf', { name: supplierName })} icon={<Icon name="more" />} />
              </Dropdown>
            )}
          </>
        }
      />
      {stateReason && (
        <Alert
          type={state === 'terminated' ? 'error' : 'warning'}
          showIcon
          className="detail-why"
          title={t('manage.supplier.why', { reason: stateReason })}
        />
      )}
      <SupplierFigures supplier={supplier} />
      <PartnerLife of={suppliers} id={supplierId} record={supplier} working="approved" />
      <DetailBody aside={<PartnerHistory of={suppliers} id={supplierId} />} asideTitle={t('manage.supplier.history')}>
        <section className="card detail-tabs">
          <Tabs
            activeKey={tabs.some(({ key }) => key === tab.tab) ? (tab.tab as string) : (tabs[0]?.key ?? '')}
            items={tabs}
            destroyOnHidden
            onChange={(key) => narrow({ tab: key })}
          />
        </section>
      </DetailBody>
      {cloning && (
        <CloneDialog
          of={suppliers}
          action={cloneSupplier}
          fields={{ code: 'supplierCode', name: 'supplierName' }}
          id={supplierId}
          name={supplierName}
          onClose={() => setCloning(false)}
          onDone={(id) => void navigate(`/manage/supplier/${id}`)}
        />
      )}
    </>
  );
}

function SupplierFigures({ supplier }: { supplier: Supplier }) {
  const t = useWords();
  const { hasPermi } = useRights();
  const { supplierId, batchCount, issuedCount, recalledCount, nextExpiry, catalogueName } = supplier;
  const counted = (field: 'batchCount' | 'issuedCount' | 'recalledCount' | 'nextExpiry' | 'passRate' | 'suspectRate') => (
    <How says={t(`manage.supplier.tip.${field}`)}>{t(`manage.supplier.${field}`)}</How>
  );
  const linked = (count: number, query: string): ReactNode =>
    count > 0 && hasPermi('manage:batch:list') ? (
      <RowLink to={`/manage/batch?supplierId=${supplierId}${query}`}>{groupDigits(count)}</RowLink>
    ) : (
      count
    );
  return (
    <KeyFacts
      facts={[
        { label: t('manage.supplier.catalogueName'), value: catalogueName ?? '—' },
        { label: counted('batchCount'), value: linked(batchCount, '') },
        { label: counted('issuedCount'), value: linked(issuedCount, '&having=issued') },
        { label: counted('recalledCount'), value: linked(recalledCount, '&state=recalled') },
        { label: counted('passRate'), value: <SupplierRate of="passRate" supplier={supplier} /> },
        { label: counted('suspectRate'), value: <SupplierRate of="suspectRate" supplier={supplier} /> },
        { label: counted('nextExpiry'), value: <LastDay day={nextExpiry} /> },
      ]}
    />
  );
}
