import type { FormNode } from '@suyuan/forms';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { useWords } from '../words.ts';
import { Glyph } from './glyph.tsx';
import { useDesignerStore } from './state.ts';
import { TypeIcon } from './type-icon.tsx';
import { useCarry } from './use-carry.ts';

/** At the corner of a selected component: what it is, and what can be done with it by pointer or finger. */
export function NodeTools({ node, main }: { node: FormNode; main: boolean }) {
  const t = useWords();
  const store = useDesignerStore();
  const begin = useCarry();
  const name = node.label ?? node.name;
  const tool = (icon: ReactNode, word: 'duplicate' | 'removeOne' | 'up' | 'down', act: () => void) => (
    <button type="button" tabIndex={-1} title={t(`tool.build.${word}`)} aria-label={t(`tool.build.${word}Of`, { name })} onClick={act}>
      {icon}
    </button>
  );
  return (
    <>
      <span className="node-tag" aria-hidden="true">
        <TypeIcon type={node.type} />
        {node.name}
        {node.rules && Object.keys(node.rules).length > 0 && <b title={t('tool.build.mark.rules')}>ƒ</b>}
      </span>
      {main && (
        <span className="node-tools">
          <button
            type="button"
            tabIndex={-1}
            className="node-handle"
            title={t('tool.build.carry')}
            aria-label={t('tool.build.carryOf', { name })}
            onPointerDown={(event) => begin(event, { kind: 'move', ids: store.getState().editor.selection })}
          >
            <Icon name="drag" />
          </button>
          {tool(<Glyph name="up" />, 'up', () => store.act({ do: 'step', way: 'up' }))}
          {tool(<Icon name="down" />, 'down', () => store.act({ do: 'step', way: 'down' }))}
          {tool(<Icon name="copy" />, 'duplicate', () => store.act({ do: 'duplicate' }))}
          {tool(<Glyph name="bin" />, 'removeOne', () => store.act({ do: 'remove' }))}
        </span>
      )}
    </>
  );
}
