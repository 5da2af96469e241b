import type { FormNode } from '@suyuan/forms';
import type { ReactNode } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { Glyph, TypeIcon } from './designer-icons.tsx';
import { useDesignerStore } from './designer-store.ts';
import { useDrag } from './use-drag.ts';

/** Toolbar at the corner of a selected component, for pointer and touch only. The panel has the same actions. */
export function NodeTools({ node, isAnchor }: { node: FormNode; isAnchor: boolean }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const startDrag = useDrag();
  return (
    <>
      <span className="node-tag" aria-hidden="true">
        <TypeIcon type={node.type} />
        {node.name}
        {node.rules && Object.keys(node.rules).length > 0 && <b title={t('tool.build.mark.rules')}>ƒ</b>}
      </span>
      {isAnchor && (
        <span className="node-tools" aria-hidden="true">
          <button
            type="button"
            tabIndex={-1}
            className="node-handle"
            title={t('tool.build.carry')}
            onPointerDown={(event) => startDrag(event, { kind: 'move', ids: store.getState().editor.selection })}
          >
            <Icon name="drag" />
          </button>
          <NodeActions hidden />
        </span>
      )}
    </>
  );
}

/** Move up, move down, duplicate and delete for the selection. */
export function NodeActions({ hidden = false, name = '' }: { hidden?: boolean; name?: string }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const actionButton = (icon: ReactNode, word: 'duplicate' | 'removeOne' | 'up' | 'down', onPress: () => void) => (
    <button
      type="button"
      title={t(`tool.build.${word}`)}
      {...(hidden ? { tabIndex: -1 } : { 'aria-label': t(`tool.build.${word}Of`, { name }) })}
      onClick={onPress}
    >
      {icon}
    </button>
  );
  return (
    <>
      {actionButton(<Glyph name="up" />, 'up', () => store.dispatch({ do: 'step', way: 'up' }))}
      {actionButton(<Icon name="down" />, 'down', () => store.dispatch({ do: 'step', way: 'down' }))}
      {actionButton(<Icon name="copy" />, 'duplicate', () => store.dispatch({ do: 'duplicate' }))}
      {actionButton(<Glyph name="bin" />, 'removeOne', () => store.dispatch({ do: 'remove' }))}
    </>
  );
}
