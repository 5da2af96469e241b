import { dealerStates, dealers, products } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Segmented, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { recordQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { columnOf } from '../../../ui/columns.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RegionName, RegionSelect } from '../../../ui/region-select.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { CategoryName, CategorySelect } from '../../catalog/shared/category-select.tsx';
import { AuthoriseDialog } from './dealer-authority.tsx';
import { useDealerColumns } from './dealer-columns.tsx';
import { isEditable } from './dealer-lifecycle.ts';
import { DealerTreeView } from './dealer-tree-view.tsx';
import { useDealerActions } from './use-dealer-actions.tsx';

/** Days until expiry, as filter values. */
const DAY_OPTIONS = ['0', '30', '60', '90'] as const;

function DealerList({ viewSwitch }: { viewSwitch: ReactNode }) {
  const t = useTranslations();
  const actions = useDealerActions();
  const columns = useDealerColumns();
  const [authorising, setAuthorising] = useState<number>();
  const daysLabel = (days: string) =>
    days === '0' ? t('manage.channelBusiness.ended') : t('manage.channelBusiness.withinDays', { count: Number(days) });
  return (
    <>
      <ResourcePage
        resource={dealers}
        importUpdates
        detail={({ channelBusinessId }) => `/manage/channelBusiness/${channelBusinessId}`}
        protectionOf={(dealer) => (isEditable(dealer) ? dealer.state !== 'draft' && 'kept' : dealer.state !== 'pending' || 'closed')}
        toolbar={viewSwitch}
        columns={[columnOf(dealers, 'channelBusinessName'), ...columns.slice(0, 2), columnOf(dealers, 'parentName'), ...columns.slice(2)]}
        filters={
          <>
            <Form.Item name="channelBusinessName" label={t('manage.channelBusiness.channelBusinessName')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="state" label={t('common.field.state')}>
              <Select allowClear options={dealerStates.map((value) => ({ value, label: t(`manage.channelBusiness.state.${value}`) }))} />
            </Form.Item>
            <Form.Item name="sellsIn" label={t('manage.channelBusiness.sellsIn')}>
              <RegionSelect />
            </Form.Item>
            <Form.Item name="channelBusinessCode" label={t('manage.channelBusiness.channelBusinessCode')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="categoryId" label={t('manage.channelBusiness.categoryId')}>
              <RecordSelect of={products} label="categoryName" note="categoryCode" allowClear />
            </Form.Item>
            <Form.Item name="contractWithin" label={t('manage.channelBusiness.contractWithin')}>
              <Select options={DAY_OPTIONS.map((value) => ({ value, label: daysLabel(value) }))} allowClear />
            </Form.Item>
            <Form.Item name="catalogueId" label={t('manage.channelBusiness.catalogueId')}>
              <CategorySelect kind="channelBusiness" anyStatus />
            </Form.Item>
            <RangeFilter label={t('common.field.createTime')} />
          </>
        }
        filterText={{
          contractWithin: daysLabel,
          sellsIn: (code) => <RegionName code={code} />,
          catalogueId: (id) => <CategoryName kind="channelBusiness" id={id} />,
          branch: (id) => <DealerName id={id} />,
          categoryId: (id) => <ProductName id={id} />,
        }}
        addFormPath={(dealer) => (dealer ? `/manage/channelBusiness/${dealer.channelBusinessId}/edit` : '/manage/channelBusiness/new')}
        rowActions={actions.nextLink}
        moreActions={(dealer) => actions.more(dealer, () => setAuthorising(dealer.channelBusinessId))}
      />
      {actions.cloneDialog}
      {actions.renewDrawer}
      {authorising && <AuthoriseDialog id={authorising} onClose={() => setAuthorising(undefined)} />}
    </>
  );
}

function DealerName({ id }: { id: string }) {
  return <>{useQuery({ ...recordQueryOptions(dealers, id), meta: { ownErrors: true } }).data?.channelBusinessName ?? id}</>;
}

function ProductName({ id }: { id: string }) {
  return <>{useQuery({ ...recordQueryOptions(products, id), meta: { ownErrors: true } }).data?.categoryName ?? id}</>;
}

type View = 'tree' | 'list';

/** Filters of the list view; a URL with one of them opens it. */
const LIST_FILTERS = [
  'branch',
  'sellsIn',
  'categoryId',
  'catalogueId',
  'catalogueOnly',
  'contractWithin',
  'parentId',
  'page',
  'channelBusinessCode',
];

export default function DealerPage() {
  const t = useTranslations();
  const [search] = useSearchParams();
  const [selectedView, setSelectedView] = useState<View>();
  const view = selectedView ?? (LIST_FILTERS.some((name) => search.has(name)) ? 'list' : 'tree');
  const viewSwitch = (
    <Segmented<View>
      value={view}
      onChange={setSelectedView}
      aria-label={t('manage.channelBusiness.title')}
      options={(['tree', 'list'] as const).map((value) => ({ value, label: t(`manage.channelBusiness.view.${value}`) }))}
    />
  );
  return view === 'tree' ? <DealerTreeView viewSwitch={viewSwitch} /> : <DealerList viewSwitch={viewSwitch} />;
}
