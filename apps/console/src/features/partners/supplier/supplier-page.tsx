import { cloneSupplier, supplierStates, suppliers } from '@suyuan/contract';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { CloneDialog } from '../../../ui/clone-dialog.tsx';
import { columnOf } from '../../../ui/columns.tsx';
import { ExpiryDate } from '../../../ui/expiry-date.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { RegionName, RegionSelect } from '../../../ui/region-select.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { CategoryName, CategorySelect } from '../../catalog/shared/category-select.tsx';
import { isEditable, isForwardStep, type Supplier, stepsOf, useSupplierLifecycle } from './supplier-lifecycle.ts';
import { SupplierBadge, SupplierRate } from './supplier-rates.tsx';

/** Days until expiry, as filter values. */
const DAY_OPTIONS = ['0', '30', '60', '90'] as const;

export default function SupplierPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = usePermissions();
  const { runStep } = useSupplierLifecycle();
  const [cloning, setCloning] = useState<Supplier>();
  const daysLabel = (days: string) => (days === '0' ? t('kit.dayEnded') : t('manage.supplier.withinDays', { count: Number(days) }));
  const states = supplierStates.map((value) => ({ value, label: t(`manage.supplier.state.${value}`) }));
  return (
    <>
      <ResourcePage
        resource={suppliers}
        importUpdates
        detail={({ supplierId }) => `/manage/supplier/${supplierId}`}
        protectionOf={(supplier) => (isEditable(supplier) ? false : 'closed')}
        columns={[
          columnOf(suppliers, 'supplierName'),
          columnOf(suppliers, 'state', (state) => <SupplierBadge state={state} />),
          columnOf(suppliers, 'supplierCode'),
          columnOf(suppliers, 'catalogueName'),
          columnOf(suppliers, 'grade', (grade) => (grade ? t(`manage.supplier.grade.${grade}`) : <span className="none">—</span>)),
          columnOf(suppliers, 'nextExpiry', (day) => <ExpiryDate day={day} />),
          columnOf(suppliers, 'batchCount'),
          {
            ...columnOf(suppliers, 'passedCount', (_, supplier) => <SupplierRate of="passRate" supplier={supplier} />),
            title: t('manage.supplier.passRate'),
          },
          {
            ...columnOf(suppliers, 'suspectCount', (_, supplier) => <SupplierRate of="suspectRate" supplier={supplier} />),
            title: t('manage.supplier.suspectRate'),
          },
          {
            ...columnOf(suppliers, 'regionName'),
            onCell: ({ regionName }) => ({ style: { maxWidth: 144 }, title: regionName ?? undefined }),
          },
          columnOf(suppliers, 'createTime'),
        ]}
        hiddenAtFirst={['batchCount', 'createTime']}
        filters={
          <>
            <Form.Item name="supplierName" label={t('manage.supplier.supplierName')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="supplierCode" label={t('manage.supplier.supplierCode')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="state" label={t('common.field.state')}>
              <Select options={states} allowClear />
            </Form.Item>
            <Form.Item name="expiringIn" label={t('manage.supplier.expiringIn')}>
              <Select options={DAY_OPTIONS.map((value) => ({ value, label: daysLabel(value) }))} allowClear />
            </Form.Item>
            <Form.Item name="catalogueId" label={t('manage.supplier.catalogueId')}>
              <CategorySelect kind="supplier" anyStatus />
            </Form.Item>
            <Form.Item name="regionCode" label={t('manage.supplier.regionCode')}>
              <RegionSelect />
            </Form.Item>
            <Form.Item name="grade" label={t('manage.supplier.grade')}>
              <Select
                options={(['A', 'B', 'C'] as const).map((value) => ({ value, label: t(`manage.supplier.grade.${value}`) }))}
                allowClear
              />
            </Form.Item>
            <Form.Item name="uscc" label={t('manage.supplier.uscc')}>
              <Input allowClear />
            </Form.Item>
            <RangeFilter label={t('common.field.createTime')} />
          </>
        }
        filterText={{
          expiringIn: daysLabel,
          catalogueId: (id) => <CategoryName kind="supplier" id={id} />,
          regionCode: (code) => <RegionName code={code} />,
        }}
        addFormPath={(supplier) => (supplier ? `/manage/supplier/${supplier.supplierId}/edit` : '/manage/supplier/new')}
        rowActions={(supplier) => {
          const [next] = stepsOf(supplier, hasPermi);
          return (
            isForwardStep(next) &&
            next && (
              <button type="button" className="row-link" onClick={() => void runStep(next, supplier)}>
                {t(`manage.supplier.do.${next}`)}
              </button>
            )
          );
        }}
        moreActions={(supplier) => {
          const [first, ...laterSteps] = stepsOf(supplier, hasPermi);
          const otherSteps = isForwardStep(first) || !first ? laterSteps : [first, ...laterSteps];
          return [
            {
              key: 'batches',
              label: t('manage.category.batches'),
              permission: 'manage:batch:list',
              onClick: () => void navigate(`/manage/batch?supplierId=${supplier.supplierId}`),
            },
            {
              key: 'clone',
              label: t('manage.supplier.clone'),
              permission: suppliers.permission('clone'),
              onClick: () => setCloning(supplier),
            },
            ...otherSteps.map((step) => ({
              key: step,
              label: t(`manage.supplier.do.${step}`),
              danger: step === 'suspend' || step === 'terminate',
              onClick: () => void runStep(step, supplier),
            })),
          ];
        }}
      />
      {cloning && (
        <CloneDialog
          of={suppliers}
          action={cloneSupplier}
          fields={{ code: 'supplierCode', name: 'supplierName' }}
          id={cloning.supplierId}
          name={cloning.supplierName}
          onClose={() => setCloning(undefined)}
          onDone={(id) => void navigate(`/manage/supplier/${id}`)}
        />
      )}
    </>
  );
}
