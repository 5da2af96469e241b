import type { FormNode } from '@suyuan/forms';
import type { ReactNode } from 'react';
import { useWords } from '../../data/words.ts';
import { Icon } from '../../ui/icon.tsx';
import { Glyph } from './glyph.tsx';
import { useDesignerStore } from './state.ts';
import { TypeIcon } from './type-icon.tsx';
import { useCarry } from './use-carry.ts';

/** Toolbar at the corner of a selected component, for pointer and touch only. The panel has the same actions. */
export function NodeTools({ node, main }: { node: FormNode; main: boolean }) {
  const t = useWords();
  const store = useDesignerStore();
  const begin = useCarry();
  return (
    <>
      <span className="node-tag" aria-hidden="true">
        <TypeIcon type={node.type} />
        {node.name}
        {node.rules && Object.keys(node.rules).length > 0 && <b title={t('tool.build.mark.rules')}>ƒ</b>}
      </span>
      {main && (
        <span className="node-tools" aria-hidden="true">
          <button
            type="button"
            tabIndex={-1}
            className="node-handle"
            title={t('tool.build.carry')}
            onPointerDown={(event) => begin(event, { kind: 'move', ids: store.getState().editor.selection })}
          >
            <Icon name="drag" />
          </button>
          <NodeActs hidden />
        </span>
      )}
    </>
  );
}

/** Move up, move down, duplicate and delete for the selection. */
export function NodeActs({ hidden = false, name = '' }: { hidden?: boolean; name?: string }) {
  const t = useWords();
  const store = useDesignerStore();
  const act = (icon: ReactNode, word: 'duplicate' | 'removeOne' | 'up' | 'down', press: () => void) => (
    <button
      type="button"
      title={t(`tool.build.${word}`)}
      {...(hidden ? { tabIndex: -1 } : { 'aria-label': t(`tool.build.${word}Of`, { name }) })}
      onClick={press}
    >
      {icon}
    </button>
  );
  return (
    <>
      {act(<Glyph name="up" />, 'up', () => store.act({ do: 'step', way: 'up' }))}
      {act(<Icon name="down" />, 'down', () => store.act({ do: 'step', way: 'down' }))}
      {act(<Icon name="copy" />, 'duplicate', () => store.act({ do: 'duplicate' }))}
      {act(<Glyph name="bin" />, 'removeOne', () => store.act({ do: 'remove' }))}
    </>
  );
}
