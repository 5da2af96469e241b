import { Segmented } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useWords } from '../../../data/words.ts';
import { DealerList } from './dealer-list.tsx';
import { DealerTreeView } from './dealer-tree-view.tsx';

type View = 'tree' | 'list';

/** Filters of the list view; a URL with one of them opens it. */
const LISTED = [
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
  const t = useWords();
  const [search] = useSearchParams();
  const [chosen, choose] = useState<View>();
  const view = chosen ?? (LISTED.some((name) => search.has(name)) ? 'list' : 'tree');
  const views = (
    <Segmented<View>
      value={view}
      onChange={choose}
      aria-label={t('manage.channelBusiness.title')}
      options={(['tree', 'list'] as const).map((value) => ({ value, label: t(`manage.channelBusiness.view.${value}`) }))}
    />
  );
  return view === 'tree' ? <DealerTreeView views={views} /> : <DealerList views={views} />;
}
