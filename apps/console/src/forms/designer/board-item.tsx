import { type FormNode, specOf } from '@suyuan/forms';
import { createContext, type PointerEvent, type ReactNode } from 'react';
import { useTranslations } from '../../data/words.ts';
import { useDesigner, useDesignerStore } from './state.ts';
import { useDrag } from './use-carry.ts';

export interface TreePosition {
  node: FormNode;
  /** Nesting depth, including itself. */
  level: number;
  /** Position among siblings, from 1, and sibling count. */
  position: number;
  siblingCount: number;
}

/** In sub-table columns, labels are always above the fields because columns are narrow. */
export const ColumnContext = createContext(false);

/** `anchor` for the target of keyboard commands, `selected` for others in the selection. */
export const useSelection = (id: number) =>
  useDesigner(({ editor: { selection, anchor } }) => (anchor === id ? 'anchor' : selection.includes(id) ? 'selected' : undefined));

interface BoardItemProps extends TreePosition {
  children: ReactNode;
}

/**
 * Selection, accessibility and dragging of a component. The tree item is a separate element after it: screen readers would read nested
 * items with all their content.
 */
export function BoardItem({ node, level, position, siblingCount, children }: BoardItemProps) {
  const t = useTranslations();
  const store = useDesignerStore();
  const startDrag = useDrag();
  const selection = useSelection(node.id);
  const handlePointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || (event.target as HTMLElement).closest('button, .node-item') !== event.currentTarget) return;
    const { selection: selectedIds } = store.getState().editor;
    startDrag(event, { kind: 'move', ids: selectedIds.includes(node.id) ? selectedIds : [node.id] });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's, which has them for all its items
    // biome-ignore lint/a11y/noStaticElementInteractions: what is heard of it is the item behind it
    <div
      className={selection ? `node-item node-item-${selection}` : 'node-item'}
      onPointerDown={handlePointerDown}
      onClick={(event) => {
        event.stopPropagation();
        store.dispatch({ do: 'select', ids: [node.id], how: event.shiftKey ? 'upTo' : event.ctrlKey || event.metaKey ? 'toggle' : 'only' });
        event.currentTarget.querySelector<HTMLElement>('[data-item]')?.focus({ preventScroll: true });
      }}
    >
      <div
        role="treeitem"
        className="node-focus"
        data-item={node.id}
        tabIndex={selection === 'anchor' ? 0 : -1}
        aria-selected={selection !== undefined}
        aria-level={level}
        aria-posinset={position}
        aria-setsize={siblingCount}
        aria-label={nodeName(t, node)}
        {...(specOf(node.type).holds !== 'nothing' && { 'aria-expanded': true })}
      />
      {children}
    </div>
  );
}

/** For example “单行文本 姓名”, followed by the marks for required and rules. */
function nodeName(t: ReturnType<typeof useTranslations>, { type, label, name, required, rules }: FormNode): string {
  const marks = [required && t('tool.build.mark.required'), rules && Object.keys(rules).length > 0 && t('tool.build.mark.rules')];
  return [t(`tool.build.type.${type}`), label ?? name, ...marks].filter(Boolean).join(' ');
}
