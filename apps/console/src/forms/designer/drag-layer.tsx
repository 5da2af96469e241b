import { findNode } from '@suyuan/forms';
import { createPortal } from 'react-dom';
import { useTranslations } from '../../data/words.ts';
import { useDesigner } from './state.ts';
import { TypeIcon } from './type-icon.tsx';

/** Drag preview at the pointer and the insertion line. Does not receive pointer events. */
export function DragLayer() {
  const t = useTranslations();
  const drag = useDesigner((state) => state.drag);
  const doc = useDesigner(({ editor }) => editor.doc);
  if (!drag) return null;
  const { payload, x, y, target } = drag;
  const first = payload.kind === 'move' ? findNode(doc.fields, payload.ids[0] ?? 0) : undefined;
  const type = payload.kind === 'new' ? payload.type : (first?.type ?? 'unknown');
  const count = payload.kind === 'move' ? payload.ids.length : 1;
  return createPortal(
    <div aria-hidden="true">
      {target && <div className={target.mark.isWholeContainer ? 'drop-mark drop-mark-whole' : 'drop-mark'} style={markBox(target.mark)} />}
      <div className={target ? 'drag-ghost' : 'drag-ghost drag-ghost-nowhere'} style={{ transform: `translate(${x + 12}px, ${y + 8}px)` }}>
        <TypeIcon type={type} />
        <span>{first?.label || t(`tool.build.type.${type}`)}</span>
        {count > 1 && <b>{count}</b>}
      </div>
    </div>,
    document.body,
  );
}

const markBox = ({ left, top, width, height }: { left: number; top: number; width: number; height: number }) => ({
  left,
  top,
  width,
  height,
});
