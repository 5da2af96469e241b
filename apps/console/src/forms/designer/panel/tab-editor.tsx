import type { FormNode } from '@suyuan/forms';
import { Button, Input } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SortArea, SortHandle } from '../../../ui/sort-handle.tsx';
import { useDesignerStore } from '../state.ts';
import { initialTexts } from '../words.ts';

export function TabEditor({ node }: { node: FormNode }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const tabs = node.children ?? [];
  const move = (id: number, over: number) => {
    const [from, to] = [tabs.findIndex((tab) => tab.id === id), tabs.findIndex((tab) => tab.id === over)];
    if (from >= 0 && to >= 0) store.dispatch({ do: 'move', ids: [id], to: from < to ? { after: over } : { before: over } });
  };
  const step = (id: number, by: -1 | 1) => {
    const over = tabs[tabs.findIndex((tab) => tab.id === id) + by];
    if (over) move(id, over.id);
  };
  const add = () => {
    const label = t('tool.build.nth', { number: tabs.length + 1, noun: 'tab' });
    store.dispatch({ do: 'add', type: 'tab', words: initialTexts(t, 'tab', label), at: { inside: node.id } });
    store.dispatch({ do: 'select', ids: [node.id] });
  };
  return (
    <div className="panel-list">
      <h4>{t('tool.build.setting.children')}</h4>
      <SortArea onMove={move}>
        <ul>
          {tabs.map((tab) => (
            <li key={tab.id}>
              <SortHandle
                id={tab.id}
                group={node.id}
                label={t('tool.build.moveLine', { name: tab.label ?? tab.name })}
                onStep={(by) => step(tab.id, by)}
              />
              <Input
                size="small"
                className="panel-line-text"
                aria-label={t('tool.build.tabTitle')}
                value={tab.label ?? ''}
                onChange={(event) => store.dispatch({ do: 'set', ids: [tab.id], changes: { label: event.target.value } })}
              />
              <Button
                size="small"
                type="text"
                aria-label={t('tool.build.removeOneOf', { name: tab.label ?? tab.name })}
                icon={<Icon name="close" />}
                disabled={tabs.length === 1}
                onClick={() => store.dispatch({ do: 'remove', ids: [tab.id] })}
              />
            </li>
          ))}
        </ul>
      </SortArea>
      <Button size="small" type="dashed" block icon={<Icon name="plus" />} onClick={add}>
        {t('tool.build.addTab')}
      </Button>
    </div>
  );
}
