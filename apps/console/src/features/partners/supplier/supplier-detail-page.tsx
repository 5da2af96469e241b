import { cloneSupplier, supplierPapers, suppliers } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Dropdown, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { getQueryOptions, recordQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission, usePermissions } from '../../../data/permission.tsx';
import { CloneDialog } from '../../../ui/clone-dialog.tsx';
import { renderCell } from '../../../ui/columns.tsx';
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
import { isEditable, isForwardStep, type Supplier, stepsOf, useSupplierLifecycle } from './supplier-lifecycle.ts';
import { SupplierPapers } from './supplier-papers.tsx';
import { SupplierBadge, SupplierRate } from './supplier-rates.tsx';

const factFields = [
  ...(['shortName', 'uscc', 'gln', 'licenceNo', 'contactName', 'contactPhone', 'email', 'regionName', 'address', 'lng', 'lat'] as const),
  ...(['bankName', 'bankAccount', 'remark', 'updateBy', 'updateTime'] as const),
];

/** Facts of a supplier. The full account number requires permission and a click. */
function SupplierFacts({ supplier }: { supplier: Supplier }) {
  const t = useTranslations();
  const { grade, bankAccount } = supplier;
  return (
    <dl className="record-view">
      <div>
        <dt>{t('manage.supplier.grade')}</dt>
        <dd>{grade ? t(`manage.supplier.grade.${grade}`) : '—'}</dd>
      </div>
      {factFields.map((name) => (
        <div key={name}>
          <dt>{t(suppliers.word(name))}</dt>
          <dd>
            {name === 'bankAccount' && bankAccount ? (
              <BankAccount supplier={supplier} />
            ) : name === 'uscc' && supplier.uscc ? (
              <CopyableText>{supplier.uscc}</CopyableText>
            ) : (
              renderCell(name, supplier[name], false)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function BankAccount({ supplier: { supplierId, bankAccount } }: { supplier: Supplier }) {
  const t = useTranslations();
  const canReadAccount = usePermission(suppliers.permission('bank'));
  const [isRequested, setRequested] = useState(false);
  const accountQuery = useQuery({
    ...getQueryOptions<{ bankAccount: string | null }>(suppliers, `/${supplierId}/bank`),
    enabled: canReadAccount && isRequested,
    gcTime: 0,
  });
  return (
    <>
      <CopyableText>{accountQuery.data?.bankAccount ?? bankAccount ?? ''}</CopyableText>{' '}
      {canReadAccount && !accountQuery.data && (
        <Button type="link" size="small" loading={accountQuery.isFetching} onClick={() => setRequested(true)}>
          {t('manage.supplier.showAccount')}
        </Button>
      )}
    </>
  );
}

export default function SupplierDetailPage() {
  const { supplierId = '' } = useParams();
  const supplierQuery = useQuery({ ...recordQueryOptions(suppliers, supplierId), meta: { ownErrors: true } });
  useTabTitle(supplierQuery.data?.supplierName);
  if (supplierQuery.error && !supplierQuery.data)
    return <ErrorState error={supplierQuery.error} onRetry={() => void supplierQuery.refetch()} listHref={suppliers.path} />;
  return <div className="page">{supplierQuery.data ? <SupplierDetail supplier={supplierQuery.data} /> : <LoadingState rows={12} />}</div>;
}

function SupplierDetail({ supplier }: { supplier: Supplier }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = usePermissions();
  const { runStep, busy } = useSupplierLifecycle();
  const [query, updateQuery] = useListQuery();
  const [cloning, setCloning] = useState(false);
  const { supplierId, supplierName, supplierCode, state, stateReason } = supplier;
  const [first, ...otherSteps] = stepsOf(supplier, hasPermi);
  const next = isForwardStep(first) ? first : undefined;
  const menuItems = [
    ...(isEditable(supplier) && hasPermi(suppliers.permission('edit'))
      ? [{ key: 'edit', label: t('kit.edit'), onClick: () => void navigate(`/manage/supplier/${supplierId}/edit`) }]
      : []),
    ...(hasPermi('manage:batch:list')
      ? [{ key: 'batches', label: t('manage.category.batches'), onClick: () => void navigate(`/manage/batch?supplierId=${supplierId}`) }]
      : []),
    ...(hasPermi(suppliers.permission('clone'))
      ? [{ key: 'clone', label: t('manage.supplier.clone'), onClick: () => setCloning(true) }]
      : []),
    ...(next || !first ? otherSteps : [first, ...otherSteps]).map((step) => ({
      key: step,
      label: t(`manage.supplier.do.${step}`),
      danger: step === 'suspend' || step === 'terminate',
      onClick: () => void runStep(step, supplier),
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
        titleExtra={
          <>
            <CopyableText>{supplierCode}</CopyableText>
            <SupplierBadge state={state} />
          </>
        }
        actions={
          <>
            {next && (
              <Button type="primary" loading={busy} onClick={() => void runStep(next, supplier)}>
                {t(`manage.supplier.do.${next}`)}
              </Button>
            )}
            {menuItems.length > 0 && (
              <Dropdown menu={{ items: menuItems }} trigger={['click']}>
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
      <PartnerLifecycle of={suppliers} id={supplierId} record={supplier} activeState="approved" />
      <DetailBody aside={<PartnerHistory of={suppliers} id={supplierId} />} asideTitle={t('manage.supplier.history')}>
        <section className="card detail-tabs">
          <Tabs
            activeKey={tabs.some(({ key }) => key === query.tab) ? (query.tab as string) : (tabs[0]?.key ?? '')}
            items={tabs}
            destroyOnHidden
            onChange={(key) => updateQuery({ tab: key })}
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
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const { supplierId, batchCount, issuedCount, recalledCount, nextExpiry, catalogueName } = supplier;
  const titleWithTip = (field: 'batchCount' | 'issuedCount' | 'recalledCount' | 'nextExpiry' | 'passRate' | 'suspectRate') => (
    <TermTooltip explanation={t(`manage.supplier.tip.${field}`)}>{t(`manage.supplier.${field}`)}</TermTooltip>
  );
  const countLink = (count: number, query: string): ReactNode =>
    count > 0 && hasPermi('manage:batch:list') ? (
      <RowLink to={`/manage/batch?supplierId=${supplierId}${query}`}>{groupDigits(count)}</RowLink>
    ) : (
      count
    );
  return (
    <KeyFacts
      facts={[
        { label: t('manage.supplier.catalogueName'), value: catalogueName ?? '—' },
        { label: titleWithTip('batchCount'), value: countLink(batchCount, '') },
        { label: titleWithTip('issuedCount'), value: countLink(issuedCount, '&having=issued') },
        { label: titleWithTip('recalledCount'), value: countLink(recalledCount, '&state=recalled') },
        { label: titleWithTip('passRate'), value: <SupplierRate of="passRate" supplier={supplier} /> },
        { label: titleWithTip('suspectRate'), value: <SupplierRate of="suspectRate" supplier={supplier} /> },
        { label: titleWithTip('nextExpiry'), value: <ExpiryDate day={nextExpiry} /> },
      ]}
    />
  );
}
