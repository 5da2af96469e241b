import { canContain, type FormNode, findNode, type Place } from '@suyuan/forms';
import type { PointerEvent as PointerPress } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { useDesignerStore } from './designer-store.ts';
import { initialTexts } from './designer-texts.ts';
import { type DragPayload, type InsertionPoint, trackDrag } from './drag.ts';

const toPlace = ({ parent, before }: InsertionPoint): Place => (before === null ? { inside: parent } : { before });

/** On the whole page while something is dragged. */
const dragClasses = ['cursor-grabbing', 'select-none', '**:cursor-grabbing!', '**:select-none!'];

export function useDrag() {
  const store = useDesignerStore();
  const t = useTranslations();
  return (pressEvent: PointerPress, payload: DragPayload) => {
    const scroller = store.board.current;
    if (!scroller || pressEvent.button !== 0) return;
    const { fields } = store.getState().editor.doc;
    const nodes: FormNode[] =
      payload.kind === 'new'
        ? [{ id: 0, type: payload.type, name: '', span: 24, regList: [], props: {} }]
        : payload.ids.flatMap((id) => findNode(fields, id) ?? []);
    const canDrop = (parent: number | null) => {
      const parentNode = parent === null ? null : findNode(fields, parent);
      return parentNode !== undefined && nodes.every((node) => canContain(parentNode, node));
    };
    trackDrag(pressEvent.nativeEvent, payload, {
      scroller,
      canDrop,
      onStart: () => document.body.classList.add(...dragClasses),
      onMove: (x, y, target) => store.update({ drag: { payload, x, y, target } }),
      onEnd: (target) => {
        document.body.classList.remove(...dragClasses);
        store.update({ drag: undefined });
        if (!target) return;
        const to = toPlace(target.point);
        if (payload.kind === 'new') store.dispatch({ do: 'add', type: payload.type, words: initialTexts(t, payload.type), at: to });
        else store.dispatch({ do: 'move', ids: [...payload.ids], to });
      },
    });
  };
}
