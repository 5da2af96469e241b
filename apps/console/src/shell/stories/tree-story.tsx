import { Form, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { EmptyState } from '../../ui/states.tsx';
import { buildTree } from '../../ui/tree.ts';
import { TreeSelect } from '../../ui/tree-select.tsx';
import { ExpandAll, TreeTable, useExpansion } from '../../ui/tree-table.tsx';
import { useSession } from '../session.ts';
import { Story } from './story.tsx';

interface Place extends Record<string, unknown> {
  id: number;
  parentId: number;
  label: string;
  path: string;
}

/** The server's menu as a sample tree that every user has. */
function useMenu(): Place[] {
  const { routers } = useSession();
  const places: Place[] = [];
  const walk = (routes: typeof routers, parentId: number) => {
    for (const { meta, path, children } of routes) {
      const id = places.length + 1;
      places.push({ id, parentId, label: meta?.title ?? path, path });
      walk(children ?? [], id);
    }
  };
  walk(routers, 0);
  return places;
}

export default function TreeStory() {
  const t = useTranslations();
  const rows = useMenu();
  const tree = buildTree(rows);
  const expansion = useExpansion<Place>('id', tree);
  const [selectedId, setSelectedId] = useState<number>();
  const columns: TableColumnType<Place>[] = [
    { key: 'label', dataIndex: 'label', title: t('kit.story.name') },
    { key: 'path', dataIndex: 'path', title: t('kit.story.path'), className: 'mono-text' },
  ];
  return (
    <>
      <Story name="TreeSelect" note={t('kit.story.treeSelect')}>
        <Form name="story-tree-select" layout="vertical">
          <Form.Item label={t('kit.story.name')} htmlFor="story-tree">
            <TreeSelect
              id="story-tree"
              rows={rows}
              names={{ id: 'id', parentId: 'parentId', label: 'label' }}
              disabled={({ parentId }) => parentId === 0}
              allowClear
              value={selectedId as number}
              onChange={setSelectedId}
            />
          </Form.Item>
        </Form>
      </Story>
      <Story name="TreeTable">
        <div>
          <ExpandAll expansion={expansion} />
        </div>
        <TreeTable<Place>
          of={{ fields: {} }}
          rowKey="id"
          columns={columns}
          tree={tree}
          expansion={expansion}
          error={undefined}
          onRetry={() => undefined}
          empty={<EmptyState text={t('kit.story.unknown')} />}
        />
      </Story>
    </>
  );
}
