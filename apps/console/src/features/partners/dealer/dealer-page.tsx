import { dealerPartner, dealers, products } from '@suyuan/contract';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RecordName } from '../../../ui/record-view.tsx';
import { isEditable, isRemovable } from '../shared/partner-kind.ts';
import { PartnerPage } from '../shared/partner-page.tsx';
import { useDealerCells } from './dealer-columns.tsx';
import { DealerTreeView } from './dealer-tree-view.tsx';
import { useDealerActions } from './use-dealer-actions.tsx';

function DealerList({ viewSwitch }: { viewSwitch: ReactNode }) {
  const actions = useDealerActions();
  return (
    <>
      <PartnerPage
        partner={dealerPartner}
        daysFilter="contractWithin"
        isEditable={isEditable}
        isRemovable={isRemovable}
        toolbar={viewSwitch}
        cells={useDealerCells()}
        filterControls={{ categoryId: <RecordSelect of={products} label="categoryName" note="categoryCode" allowClear /> }}
        filterText={{
          branch: (id) => <RecordName of={dealers} field="channelBusinessName" id={id} />,
          categoryId: (id) => <RecordName of={products} field="categoryName" id={id} />,
        }}
        rowActions={actions.nextLink}
        moreActions={actions.more}
      />
      {actions.dialogs}
    </>
  );
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
