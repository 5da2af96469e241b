import { batches, type RecordOf, supplierAccount, supplierPapers, supplierPartner, suppliers } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { endpointQueryOptions, listQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission, usePermissions } from '../../../data/permission.tsx';
import { actionsColumn, columnsOf, RowActionGroup, renderValue } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFigures } from '../../../ui/detail.tsx';
import { DetailPage } from '../../../ui/detail-page.tsx';
import { ExpiryDate, endsSoon } from '../../../ui/expiry-date.tsx';
import { fetchFile } from '../../../ui/file-inputs.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { useConfirmRemove } from '../../../ui/record-actions.ts';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { RowActions } from '../../../ui/row-actions.tsx';
import { LinkButton, RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, QueryState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { PaperFields } from '../shared/paper-fields.tsx';
import { PartnerDetail, PartnerFacts } from '../shared/partner-detail.tsx';
import { SupplierRate } from './supplier-rates.tsx';
import { type Supplier, useSupplierActions } from './use-supplier-actions.ts';

type Paper = RecordOf<typeof supplierPapers>;

function SupplierPapers({ supplierId }: { supplierId: number }) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const isAllowed = (operation: 'add' | 'edit' | 'remove') => hasPermi(supplierPapers.permission(operation));
  const list = useQuery(listQueryOptions(supplierPapers, { supplierId: String(supplierId), pageSize: '200', orderBy: 'validTo' }));
  const [editing, setEditing] = useState<{ record?: Paper; blank?: Partial<Paper> }>();
  const remove = useConfirmRemove(supplierPapers, ({ paperName }) => String(paperName));
  if (!list.data) return <QueryState query={list} rows={3} />;
  const addButton = isAllowed('add') && (
    <Button onClick={() => setEditing({})}>{t('kit.addNoun', { noun: t('manage.supplierPaper') })}</Button>
  );
  const { rows } = list.data;
  /** A paper that ends soon and has no successor. */
  const isRenewable = ({ kind, paperName, validTo }: Paper) =>
    validTo !== null &&
    endsSoon(validTo) &&
    rows.every((other) => other.kind !== kind || other.paperName !== paperName || (other.validTo !== null && other.validTo <= validTo));
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState text={t('manage.supplierPaper.none')}>{addButton}</EmptyState>
      ) : (
        <>
          <div className="mb-3 flex justify-end gap-2">{addButton}</div>
          <SubTable<Paper>
            rowKey="paperId"
            dataSource={rows}
            scroll={{ x: true }}
            columns={[
              ...columnsOf(supplierPapers, {
                paperName: (paperName, { kind, filePath, fileName }) => (
                  <>
                    {filePath ? (
                      <LinkButton
                        title={t('manage.supplierPaper.download', { file: fileName ?? t('kit.file') })}
                        onClick={() => void fetchFile(filePath, fileName)}
                      >
                        <Icon name="download" /> {paperName}
                      </LinkButton>
                    ) : (
                      paperName
                    )}
                    <span className="block text-muted text-xs">{t(`manage.supplierPaper.kind.${kind}`)}</span>
                  </>
                ),
                paperNo: (paperNo) => (
                  <span className="whitespace-nowrap">
                    <CopyableText>{paperNo}</CopyableText>
                  </span>
                ),
                validTo: (validTo) => <ExpiryDate day={validTo} emptyText={t('manage.supplier.noEnd')} />,
              }).map((column) => ({ ...column, sorter: false })),
              actionsColumn(t, (paper) => (
                <RowActionGroup>
                  <RowActions
                    name={paper.paperName}
                    primaryAction={
                      isAllowed('add') &&
                      isRenewable(paper) && (
                        <LinkButton onClick={() => setEditing({ blank: { kind: paper.kind, paperName: paper.paperName } })}>
                          {t(`manage.expiry.renew.${paper.kind}`)}
                        </LinkButton>
                      )
                    }
                    onEdit={isAllowed('edit') ? () => setEditing({ record: paper }) : undefined}
                    onRemove={isAllowed('remove') ? () => void remove([paper]) : undefined}
                  />
                </RowActionGroup>
              )),
            ]}
          />
        </>
      )}
      {editing && (
        <ResourceForm
          resource={supplierPapers}
          record={editing.record}
          blank={{ supplierId, ...editing.blank }}
          onClose={() => setEditing(undefined)}
        >
          <PaperFields />
        </ResourceForm>
      )}
    </>
  );
}

/** In the header and the key facts. */
const HEADER_FIELDS = ['supplierCode', 'supplierName', 'catalogueId', 'grade'];
const formFields = Object.values(suppliers.formGroups ?? {}).flat();
const factFields = [...formFields.filter((name) => !HEADER_FIELDS.includes(name)), 'updateBy', 'updateTime'];

/** The full account number requires permission and a click. */
function BankAccount({ supplier: { supplierId, bankAccount } }: { supplier: Supplier }) {
  const t = useTranslations();
  const canReadAccount = usePermission(suppliers.permission('bank'));
  const [isRequested, setRequested] = useState(false);
  const accountQuery = useQuery({
    ...endpointQueryOptions(supplierAccount, { id: supplierId }),
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
  return (
    <DetailPage hasLifeCycle of={suppliers} id={supplierId} titleOf={({ supplierName }) => supplierName}>
      {(supplier) => <SupplierDetail supplier={supplier} />}
    </DetailPage>
  );
}

function SupplierDetail({ supplier }: { supplier: Supplier }) {
  const t = useTranslations();
  const canListPapers = usePermission(supplierPapers.permission('list'));
  const actions = useSupplierActions();
  const next = actions.nextOf(supplier);
  const { supplierId, stateReason, paperCount, catalogueName, grade, regionName, nextExpiry } = supplier;
  const papersTab = {
    key: 'papers',
    label: `${t('manage.supplier.papers')} ${paperCount || ''}`,
    children: <SupplierPapers supplierId={supplierId} />,
  };
  const bankAccount = (account: string | null) =>
    account ? <BankAccount supplier={supplier} /> : renderValue(suppliers, 'bankAccount', account);
  const factsTab = {
    key: 'facts',
    label: t('manage.supplier.facts'),
    children: <PartnerFacts of={suppliers} record={supplier} names={factFields} cells={{ bankAccount }} />,
  };
  return (
    <>
      <PartnerDetail
        partner={supplierPartner}
        record={supplier}
        busy={actions.busy}
        next={next}
        menuItems={actions.menuItems(supplier, next, actions.more(supplier))}
        cause={stateReason ? t('manage.supplier.why', { reason: stateReason }) : actions.waitText(supplier)}
        facts={[
          { label: t('manage.supplier.catalogueName'), value: catalogueName ?? '—' },
          { label: t('manage.supplier.grade'), value: renderValue(suppliers, 'grade', grade) },
          { label: t('manage.supplier.regionName'), value: regionName ?? '—' },
          {
            label: <TermTooltip explanation={t('manage.supplier.tip.nextExpiry')}>{t('manage.supplier.nextExpiry')}</TermTooltip>,
            value: <ExpiryDate day={nextExpiry} />,
          },
        ]}
        tabs={[...(canListPapers ? [papersTab] : []), factsTab]}
      >
        <SupplierFigures supplier={supplier} />
      </PartnerDetail>
      {actions.cloneDialog}
    </>
  );
}

/** Figures of the batches, each with a link. */
function SupplierFigures({ supplier }: { supplier: Supplier }) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const { supplierId, batchCount, issuedCount, recalledCount, inspectedCount, scannedCount } = supplier;
  const figure = (field: 'batchCount' | 'issuedCount' | 'recalledCount' | 'passRate' | 'suspectRate', count: number, value: ReactNode) => ({
    label: <TermTooltip explanation={t(`manage.supplier.tip.${field}`)}>{t(`manage.supplier.${field}`)}</TermTooltip>,
    value,
    isZero: count === 0,
  });
  const countLink = (count: number, query: string): ReactNode =>
    count > 0 && hasPermi(batches.permission('list')) ? (
      <RowLink to={`${batches.path}?supplierId=${supplierId}${query}`}>{groupDigits(count)}</RowLink>
    ) : (
      count
    );
  return (
    <KeyFigures
      figures={[
        figure('batchCount', batchCount, countLink(batchCount, '')),
        figure('issuedCount', issuedCount, countLink(issuedCount, '&having=issued')),
        figure('recalledCount', recalledCount, countLink(recalledCount, '&state=recalled')),
        figure('passRate', inspectedCount, <SupplierRate of="passRate" supplier={supplier} />),
        figure('suspectRate', scannedCount, <SupplierRate of="suspectRate" supplier={supplier} />),
      ]}
      empty={t('manage.supplier.noFigures')}
    />
  );
}
