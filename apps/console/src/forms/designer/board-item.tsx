import { type FormNode, specOf } from '@suyuan/forms';
import { createContext, type PointerEvent, type ReactNode } from 'react';
import { useWords } from '../../data/words.ts';
import { useDesigner, useDesignerStore } from './state.ts';
import { useCarry } from './use-carry.ts';

export interface Standing {
  node: FormNode;
  /** Components around it, and itself. */
  level: number;
  /** Its place among its neighbours, from 1, and their number. */
  place: number;
  of: number;
}

/** Labels stand above their fields, whatever the form says: columns of a sub-table are narrow. */
export const ColumnContext = createContext(false);

/** `anchor` where the component is the one that keys are about, `selected` where it is one of others. */
export const useSelection = (id: number) =>
  useDesigner(({ editor: { selection, anchor } }) => (anchor === id ? 'anchor' : selection.includes(id) ? 'selected' : undefined));

interface ItemProps extends Standing {
  children: ReactNode;
}

/**
 * What of a component is chosen, heard and carried. What is heard is an element of its own behind the component: items of a tree within
 * items would be read out with all that they hold.
 */
export function Item({ node, level, place, of, children }: ItemProps) {
  const t = useWords();
  const store = useDesignerStore();
  const begin = useCarry();
  const selection = useSelection(node.id);
  const press = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || (event.target as HTMLElement).closest('button, .node-item') !== event.currentTarget) return;
    const { selection: chosen } = store.getState().editor;
    begin(event, { kind: 'move', ids: chosen.includes(node.id) ? chosen : [node.id] });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's, which has them for all its items
    // biome-ignore lint/a11y/noStaticElementInteractions: what is heard of it is the item behind it
    <div
      className={selection ? `node-item node-item-${selection}` : 'node-item'}
      onPointerDown={press}
      onClick={(event) => {
        event.stopPropagation();
        store.act({ do: 'select', ids: [node.id], how: event.shiftKey ? 'upTo' : event.ctrlKey || event.metaKey ? 'toggle' : 'only' });
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
        aria-posinset={place}
        aria-setsize={of}
        aria-label={nodeName(t, node)}
        {...(specOf(node.type).holds !== 'nothing' && { 'aria-expanded': true })}
      />
      {children}
    </div>
  );
}

/** “单行文本 姓名”, with what rules and marks it has. */
function nodeName(t: ReturnType<typeof useWords>, { type, label, name, required, rules }: FormNode): string {
  const marks = [required && t('tool.build.mark.required'), rules && Object.keys(rules).length > 0 && t('tool.build.mark.rules')];
  return [t(`tool.build.type.${type}`), label ?? name, ...marks].filter(Boolean).join(' ');
}
