import { Segmented } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from '../../../data/words.ts';
import { DealerList } from './dealer-list.tsx';
import { DealerTreeView } from './dealer-tree-view.tsx';

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
