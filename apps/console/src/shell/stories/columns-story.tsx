import { suppliers } from '@suyuan/contract';
import { useState } from 'react';
import { useListQuery } from '../../data/list-query.ts';
import { type Arrangement, arranged, useListSettings } from '../../data/list-settings.ts';
import { useWords } from '../../data/words.ts';
import { ColumnSettings } from '../../ui/column-settings.tsx';
import { ListTools } from '../../ui/list-tools.tsx';
import { SavedViews } from '../../ui/saved-views.tsx';
import { Story } from './story.tsx';

export default function ColumnsStory() {
  const t = useWords();
  const [query, narrow] = useListQuery();
  const views = useListSettings('kit.columns', query, narrow);
  const [value, setValue] = useState<Arrangement>({ hidden: [], order: [] });
  const columns = (['supplierName', 'state', 'supplierCode', 'gln', 'createTime'] as const).map((key) => ({
    key,
    title: t(suppliers.word(key)),
  }));
  return (
    <>
      <Story
        name="ColumnSettings"
        note={arranged(columns, value)
          .map(({ title }) => title)
          .join(' · ')}
      >
        <ColumnSettings columns={columns} value={value} usual={{ hidden: [], order: [] }} onChange={(change) => setValue(change(value))} />
      </Story>
      <Story name="SavedViews · ListTools" note={t('kit.story.views')}>
        <SavedViews views={views} />
        <div className="list-tools">
          <ListTools
            columns={columns}
            views={views}
            onRefresh={() => narrow({ state: query.state === 'draft' ? 'approved' : 'draft' })}
            refreshing={false}
          />
        </div>
        <code className="mono-text story-wire">{JSON.stringify({ query, ...views.columns })}</code>
      </Story>
    </>
  );
}
