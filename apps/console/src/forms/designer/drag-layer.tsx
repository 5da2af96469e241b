import { findNode } from '@suyuan/forms';
import { createPortal } from 'react-dom';
import { useWords } from '../../data/words.ts';
import { useDesigner } from './state.ts';
import { TypeIcon } from './type-icon.tsx';

/** Drag preview at the pointer and the insertion line. Does not receive pointer events. */
export function DragLayer() {
  const t = useWords();
  const carried = useDesigner((state) => state.carried);
  const doc = useDesigner(({ editor }) => editor.doc);
  if (!carried) return null;
  const { load, x, y, aim } = carried;
  const first = load.kind === 'move' ? findNode(doc.fields, load.ids[0] ?? 0) : undefined;
  const type = load.kind === 'new' ? load.type : (first?.type ?? 'unknown');
  const count = load.kind === 'move' ? load.ids.length : 1;
  return createPortal(
    <div aria-hidden="true">
      {aim && <div className={aim.mark.whole ? 'drop-mark drop-mark-whole' : 'drop-mark'} style={markBox(aim.mark)} />}
      <div className={aim ? 'drag-ghost' : 'drag-ghost drag-ghost-nowhere'} style={{ transform: `translate(${x + 12}px, ${y + 8}px)` }}>
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
