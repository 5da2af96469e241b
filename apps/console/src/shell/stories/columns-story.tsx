import { suppliers } from '@suyuan/contract';
import { useState } from 'react';
import { useListQuery } from '../../data/api.ts';
import { useTranslations } from '../../data/i18n.ts';
import { applyColumnLayout, type ColumnLayout, useListSettings } from '../../data/list-settings.ts';
import { ColumnSettings, ListTools } from '../../ui/list-tools.tsx';
import { SavedViews } from '../../ui/saved-views.tsx';
import { Story, WireText } from './story.tsx';

export default function ColumnsStory() {
  const t = useTranslations();
  const [query, updateQuery] = useListQuery();
  const views = useListSettings('kit.columns', query, updateQuery);
  const [value, setValue] = useState<ColumnLayout>({ hidden: [], order: [] });
  const columns = (['supplierName', 'state', 'supplierCode', 'gln', 'createTime'] as const).map((key) => ({
    key,
    title: t(suppliers.word(key)),
  }));
  return (
    <>
      <Story
        name="ColumnSettings"
        note={applyColumnLayout(columns, value)
          .map(({ title }) => title)
          .join(' · ')}
      >
        <ColumnSettings
          columns={columns}
          value={value}
          defaultLayout={{ hidden: [], order: [] }}
          onChange={(change) => setValue(change(value))}
        />
      </Story>
      <Story name="SavedViews · ListTools" note={t('kit.story.views')}>
        <SavedViews views={views} />
        <div className="ml-auto flex items-center">
          <ListTools
            columns={columns}
            views={views}
            onRefresh={() => updateQuery({ state: query.state === 'draft' ? 'approved' : 'draft' })}
            refreshing={false}
          />
        </div>
        <WireText>{JSON.stringify({ query, ...views.columns })}</WireText>
      </Story>
    </>
  );
}
