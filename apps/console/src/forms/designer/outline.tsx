import { canContain, type FormNode, specOf } from '@suyuan/forms';
import { Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { ClearableInput } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TypeIcon } from './designer-icons.tsx';
import { useDesigner, useDesignerStore } from './designer-store.ts';
import { handleBoardKey } from './shortcuts.ts';

const treeLook = 'bg-transparent! [&_.ant-tree-node-content-wrapper]:min-w-0! [&_.ant-tree-node-content-wrapper]:overflow-hidden!';

/** The form as a tree of names, with selection, dragging and keyboard control as on the board. */
export function Outline({ onSelected }: { onSelected?: () => void }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const fields = useDesigner(({ editor }) => editor.doc.fields);
  const selection = useDesigner(({ editor }) => editor.selection);
  const [searchText, setSearchText] = useState('');
  const [collapsedIds, setCollapsedIds] = useState<ReadonlySet<number>>(new Set());
  const query = searchText.trim().toLowerCase();
  const { tree, branches } = useMemo(() => buildTree(fields, query), [fields, query]);
  if (fields.length === 0) return <EmptyState text={t('tool.build.outlineEmpty')} />;
  return (
    <section className="flex min-h-0 flex-1 flex-col gap-3" aria-label={t('tool.build.outline')}>
      <ClearableInput
        prefix={<Icon name="search" />}
        value={searchText}
        placeholder={t('tool.build.outlineFind')}
        aria-label={t('tool.build.outlineFind')}
        onChange={(event) => setSearchText(event.target.value)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are the tree's own, and those of the board */}
      <div
        className="-mx-3 min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-3 scrollbar-thin"
        onKeyDown={(event) => {
          const isTreeKey = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.key !== 'Delete';
          if (!isTreeKey && event.target instanceof HTMLElement) handleBoardKey(event, store);
        }}
      >
        <Tree<TreeDataNode & { node: FormNode }>
          blockNode
          multiple
          className={treeLook}
          draggable={{ icon: false }}
          aria-label={t('tool.build.outline')}
          treeData={tree}
          selectedKeys={selection}
          expandedKeys={branches.filter((id) => !collapsedIds.has(id))}
          onExpand={(keys) => {
            const open = new Set(keys.map(Number));
            setCollapsedIds(new Set(branches.filter((id) => !open.has(id))));
          }}
          onSelect={(_, { node, nativeEvent }) => {
            const how = nativeEvent.shiftKey ? 'upTo' : nativeEvent.ctrlKey || nativeEvent.metaKey ? 'toggle' : 'only';
            store.dispatch({ do: 'select', ids: [Number(node.key)], how });
            onSelected?.();
          }}
          titleRender={({ node }) => <OutlineName node={node} />}
          allowDrop={({ dragNode, dropNode, dropPosition }) =>
            dropPosition === 0 ? canContain(dropNode.node, dragNode.node) : canContain(parentOf(fields, dropNode.node.id), dragNode.node)
          }
          onDrop={({ node, dragNode, dropPosition, dropToGap }) => {
            const targetId = Number(node.key);
            const index = Number(node.pos.split('-').at(-1));
            const ids = selection.includes(Number(dragNode.key)) ? selection : [Number(dragNode.key)];
            store.dispatch({
              do: 'move',
              ids,
              to: dropToGap
                ? dropPosition < index || dropPosition === -1
                  ? { before: targetId }
                  : { after: targetId }
                : { inside: targetId, index: 0 },
            });
          }}
        />
      </div>
    </section>
  );
}

function OutlineName({ node }: { node: FormNode }) {
  const t = useTranslations();
  return (
    <span className="flex min-w-0 items-center gap-1 whitespace-nowrap">
      <TypeIcon type={node.type} />
      <span className="overflow-hidden text-ellipsis">{node.label || t(`tool.build.type.${node.type}`)}</span>
      <small className="font-mono text-muted">{node.name}</small>
      {node.required && (
        <i className="text-danger not-italic" title={t('tool.build.mark.required')}>
          *
        </i>
      )}
      {node.rules && Object.keys(node.rules).length > 0 && (
        <b className="text-(--tone-diversion)" title={t('tool.build.mark.rules')}>
          ƒ
        </b>
      )}
    </span>
  );
}

const parentOf = (fields: readonly FormNode[], id: number): FormNode | null => {
  const search = (nodes: readonly FormNode[], parent: FormNode | null): FormNode | null | undefined => {
    for (const node of nodes) {
      if (node.id === id) return parent;
      const result = search(node.children ?? [], node);
      if (result !== undefined) return result;
    }
    return undefined;
  };
  return search(fields, null) ?? null;
};

function buildTree(fields: readonly FormNode[], query: string) {
  const branches: number[] = [];
  const build = (nodes: readonly FormNode[]): (TreeDataNode & { node: FormNode })[] =>
    nodes.flatMap((node) => {
      const children = build(node.children ?? []);
      const isMatch = !query || `${node.label ?? ''} ${node.name} ${node.type}`.toLowerCase().includes(query);
      if (!isMatch && children.length === 0) return [];
      const isContainer = specOf(node.type).holds !== 'nothing';
      if (isContainer) branches.push(node.id);
      return [{ key: node.id, node, title: node.label ?? node.name, isLeaf: !isContainer, ...(isContainer && { children }) }];
    });
  return { tree: build(fields), branches };
}
