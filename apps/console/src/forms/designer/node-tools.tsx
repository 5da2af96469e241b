import type { FormNode } from '@suyuan/forms';
import type { ReactNode } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { Glyph, TypeIcon } from './designer-icons.tsx';
import { useDesignerStore } from './designer-store.ts';
import { useDrag } from './use-drag.ts';

const labelHeight = 'h-5.5 text-xs/5.5 max-md:h-8 max-md:text-xs/8';
const label = `absolute -top-[11px] z-2 flex items-center rounded-sm bg-primary-ink text-surface max-md:-top-4 ${labelHeight}`;
const labelText = 'max-w-[45%] gap-1 overflow-hidden px-2 font-mono whitespace-nowrap';
const toolButton =
  'grid h-5.5 w-6 cursor-pointer place-items-center border-0 bg-transparent p-0 text-surface hover:bg-white/20 max-md:h-8 max-md:w-9';
const panelButton = 'grid h-7 w-8 cursor-pointer place-items-center rounded border border-line bg-fill p-0 text-ink hover:border-primary';

/** Toolbar at the corner of a selected component, for pointer and touch only. The panel has the same actions. */
export function NodeTools({ node, isAnchor }: { node: FormNode; isAnchor: boolean }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const startDrag = useDrag();
  return (
    <>
      <span
        className={`${label} ${labelText} pointer-events-none start-[calc(var(--gutter-x)/2+8px)] [&>svg]:text-[13px]`}
        aria-hidden="true"
      >
        <TypeIcon type={node.type} />
        {node.name}
        {node.rules && Object.keys(node.rules).length > 0 && <b title={t('tool.build.mark.rules')}>ƒ</b>}
      </span>
      {isAnchor && (
        <span className={`${label} end-[calc(var(--gutter-x)/2+8px)] overflow-hidden [&_svg]:text-[13px]`} aria-hidden="true">
          <button
            type="button"
            tabIndex={-1}
            className={`${toolButton} touch-none`}
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
      className={hidden ? toolButton : panelButton}
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
