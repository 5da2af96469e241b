import { type FormNode, findNode, mayHold, type Place } from '@suyuan/forms';
import type { PointerEvent as PointerPress } from 'react';
import { useWords } from '../../data/words.ts';
import { carry, type Load, type Spot } from './drag.ts';
import { useDesignerStore } from './state.ts';
import { wordsOf } from './words.ts';

const placeOf = ({ parent, before }: Spot): Place => (before === null ? { inside: parent } : { before });

export function useCarry() {
  const store = useDesignerStore();
  const t = useWords();
  return (press: PointerPress, load: Load) => {
    const scroller = store.board.current;
    if (!scroller || press.button !== 0) return;
    const { fields } = store.getState().editor.doc;
    const nodes: FormNode[] =
      load.kind === 'new'
        ? [{ id: 0, type: load.type, name: '', span: 24, regList: [], props: {} }]
        : load.ids.flatMap((id) => findNode(fields, id) ?? []);
    const may = (parent: number | null) => {
      const holder = parent === null ? null : findNode(fields, parent);
      return holder !== undefined && nodes.every((node) => mayHold(holder, node));
    };
    carry(press.nativeEvent, load, {
      scroller,
      may,
      onStart: () => document.body.classList.add('carrying'),
      onMove: (x, y, aim) => store.show({ carried: { load, x, y, aim } }),
      onEnd: (aim) => {
        document.body.classList.remove('carrying');
        store.show({ carried: undefined });
        if (!aim) return;
        const to = placeOf(aim.spot);
        if (load.kind === 'new') store.act({ do: 'add', type: load.type, words: wordsOf(t, load.type), at: to });
        else store.act({ do: 'move', ids: [...load.ids], to });
      },
    });
  };
}
