import { type FormNode, mayHold, specOf } from '@suyuan/forms';
import { Input, Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { useWords } from '../../data/words.ts';
import { Icon } from '../../ui/icon.tsx';
import { Nothing } from '../../ui/states.tsx';
import { pressOnBoard } from './keys.ts';
import { useDesigner, useDesignerStore } from './state.ts';
import { TypeIcon } from './type-icon.tsx';

/** The form as a tree of names, with selection, dragging and keyboard control as on the board. */
export function Outline({ onChosen }: { onChosen?: () => void }) {
  const t = useWords();
  const store = useDesignerStore();
  const fields = useDesigner(({ editor }) => editor.doc.fields);
  const selection = useDesigner(({ editor }) => editor.selection);
  const [wanted, setWanted] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const sought = wanted.trim().toLowerCase();
  const { tree, branches } = useMemo(() => treeOf(fields, sought), [fields, sought]);
  if (fields.length === 0) return <Nothing text={t('tool.build.outlineEmpty')} />;
  return (
    <section className="outline" aria-label={t('tool.build.outline')}>
      <Input
        allowClear
        prefix={<Icon name="search" />}
        value={wanted}
        placeholder={t('tool.build.outlineFind')}
        aria-label={t('tool.build.outlineFind')}
        onChange={(event) => setWanted(event.target.value)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are the tree's own, and those of the board */}
      <div
        className="outline-tree"
        onKeyDown={(event) => {
          const own = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.key !== 'Delete';
          if (!own && event.target instanceof HTMLElement) pressOnBoard(event, store, t);
        }}
      >
        <Tree<TreeDataNode & { node: FormNode }>
          blockNode
          multiple
          draggable={{ icon: false }}
          aria-label={t('tool.build.outline')}
          treeData={tree}
          selectedKeys={selection}
          expandedKeys={branches.filter((id) => !closed.has(id))}
          onExpand={(keys) => {
            const open = new Set(keys.map(Number));
            setClosed(new Set(branches.filter((id) => !open.has(id))));
          }}
          onSelect={(_, { node, nativeEvent }) => {
            const how = nativeEvent.shiftKey ? 'upTo' : nativeEvent.ctrlKey || nativeEvent.metaKey ? 'toggle' : 'only';
            store.act({ do: 'select', ids: [Number(node.key)], how });
            onChosen?.();
          }}
          titleRender={({ node }) => <OutlineName node={node} />}
          allowDrop={({ dragNode, dropNode, dropPosition }) =>
            dropPosition === 0 ? mayHold(dropNode.node, dragNode.node) : mayHold(parentOf(fields, dropNode.node.id), dragNode.node)
          }
          onDrop={({ node, dragNode, dropPosition, dropToGap }) => {
            const over = Number(node.key);
            const index = Number(node.pos.split('-').at(-1));
            const ids = selection.includes(Number(dragNode.key)) ? selection : [Number(dragNode.key)];
            store.act({
              do: 'move',
              ids,
              to: dropToGap
                ? dropPosition < index || dropPosition === -1
                  ? { before: over }
                  : { after: over }
                : { inside: over, index: 0 },
            });
          }}
        />
      </div>
    </section>
  );
}

function OutlineName({ node }: { node: FormNode }) {
  const t = useWords();
  return (
    <span className="outline-name">
      <TypeIcon type={node.type} />
      <span>{node.label || t(`tool.build.type.${node.type}`)}</span>
      <small>{node.name}</small>
      {node.required && <i title={t('tool.build.mark.required')}>*</i>}
      {node.rules && Object.keys(node.rules).length > 0 && <b title={t('tool.build.mark.rules')}>ƒ</b>}
    </span>
  );
}

const parentOf = (fields: readonly FormNode[], id: number): FormNode | null => {
  const search = (nodes: readonly FormNode[], parent: FormNode | null): FormNode | null | undefined => {
    for (const node of nodes) {
      if (node.id === id) return parent;
      const found = search(node.children ?? [], node);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(fields, null) ?? null;
};

function treeOf(fields: readonly FormNode[], sought: string) {
  const branches: number[] = [];
  const build = (nodes: readonly FormNode[]): (TreeDataNode & { node: FormNode })[] =>
    nodes.flatMap((node) => {
      const children = build(node.children ?? []);
      const found = !sought || `${node.label ?? ''} ${node.name} ${node.type}`.toLowerCase().includes(sought);
      if (!found && children.length === 0) return [];
      const holds = specOf(node.type).holds !== 'nothing';
      if (holds) branches.push(node.id);
      return [{ key: node.id, node, title: node.label ?? node.name, isLeaf: !holds, ...(holds && { children }) }];
    });
  return { tree: build(fields), branches };
}
