import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

interface Found {
  words: string;
  places: readonly { from: number; to: number }[];
}

const key = new PluginKey<Found>('find');
const NOTHING: Found = { words: '', places: [] };
const MOST = 1000;

function placesOf(editor: { doc: Editor['state']['doc'] }, words: string): Found['places'] {
  const places: { from: number; to: number }[] = [];
  if (!words) return places;
  const wanted = words.toLowerCase();
  editor.doc.descendants((block, at) => {
    if (!block.isTextblock) return true;
    // an image is one character, as in the document
    const text = block.textBetween(0, block.content.size, undefined, '\ufffc').toLowerCase();
    for (let from = text.indexOf(wanted); from >= 0 && places.length < MOST; from = text.indexOf(wanted, from + wanted.length))
      places.push({ from: at + 1 + from, to: at + 1 + from + wanted.length });
    return false;
  });
  return places;
}

export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [
    new Plugin<Found>({
      key,
      state: {
        init: () => NOTHING,
        apply(change, before, _old, state) {
          const words = (change.getMeta(key) as string | undefined) ?? before.words;
          return words === before.words && !change.docChanged ? before : { words, places: placesOf(state, words) };
        },
      },
      props: {
        decorations(state) {
          const { places = [] } = key.getState(state) ?? {};
          const { from, to } = state.selection;
          return DecorationSet.create(
            state.doc,
            places.map((place) =>
              Decoration.inline(place.from, place.to, {
                class: place.from === from && place.to === to ? 'rich-found rich-found-now' : 'rich-found',
              }),
            ),
          );
        },
      },
    }),
  ],
});

export const look = (editor: Editor, words: string) => editor.view.dispatch(editor.state.tr.setMeta(key, words));

/** Index of the selected match from 1 (0: none), and the count. */
export function foundIn(editor: Editor): { at: number; count: number } {
  const { places } = key.getState(editor.state) ?? NOTHING;
  const { from, to } = editor.state.selection;
  return { at: places.findIndex((place) => place.from === from && place.to === to) + 1, count: places.length };
}

/** Scrolls to the match; wraps around. */
export function step(editor: Editor, back = false): void {
  const { places } = key.getState(editor.state) ?? NOTHING;
  const { from, to } = editor.state.selection;
  const next = back
    ? (places.findLast((place) => place.to <= from) ?? places.at(-1))
    : (places.find((place) => place.from >= to) ?? places[0]);
  if (!next) return;
  editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, next.from, next.to)).scrollIntoView());
}

/** Selects the next match; `all` replaces every match. */
export function replace(editor: Editor, words: string, all = false): void {
  const { places } = key.getState(editor.state) ?? NOTHING;
  const { at } = foundIn(editor);
  const meant = all ? places : places.slice(at - 1, at === 0 ? 0 : at);
  const change = editor.state.tr;
  for (const { from, to } of meant.toReversed()) change.insertText(words, from, to);
  if (meant.length > 0) editor.view.dispatch(change);
  if (!all) step(editor);
}
