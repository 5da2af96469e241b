import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

interface FindState {
  query: string;
  matches: readonly { from: number; to: number }[];
}

const key = new PluginKey<FindState>('find');
const EMPTY_STATE: FindState = { query: '', matches: [] };
const MAX_MATCHES = 1000;

function findMatches(editor: { doc: Editor['state']['doc'] }, query: string): FindState['matches'] {
  const matches: { from: number; to: number }[] = [];
  if (!query) return matches;
  const lowerCaseQuery = query.toLowerCase();
  editor.doc.descendants((block, at) => {
    if (!block.isTextblock) return true;
    // an image is one character, as in the document
    const text = block.textBetween(0, block.content.size, undefined, '\ufffc').toLowerCase();
    for (
      let from = text.indexOf(lowerCaseQuery);
      from >= 0 && matches.length < MAX_MATCHES;
      from = text.indexOf(lowerCaseQuery, from + lowerCaseQuery.length)
    )
      matches.push({ from: at + 1 + from, to: at + 1 + from + lowerCaseQuery.length });
    return false;
  });
  return matches;
}

export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [
    new Plugin<FindState>({
      key,
      state: {
        init: () => EMPTY_STATE,
        apply(change, previous, _old, state) {
          const query = (change.getMeta(key) as string | undefined) ?? previous.query;
          return query === previous.query && !change.docChanged ? previous : { query, matches: findMatches(state, query) };
        },
      },
      props: {
        decorations(state) {
          const { matches = [] } = key.getState(state) ?? {};
          const { from, to } = state.selection;
          return DecorationSet.create(
            state.doc,
            matches.map((place) =>
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

export const setQuery = (editor: Editor, query: string) => editor.view.dispatch(editor.state.tr.setMeta(key, query));

/** Index of the selected match from 1 (0: none), and the count. */
export function matchPosition(editor: Editor): { current: number; count: number } {
  const { matches } = key.getState(editor.state) ?? EMPTY_STATE;
  const { from, to } = editor.state.selection;
  return { current: matches.findIndex((place) => place.from === from && place.to === to) + 1, count: matches.length };
}

/** Scrolls to the match; wraps around. */
export function selectMatch(editor: Editor, isBackward = false): void {
  const { matches } = key.getState(editor.state) ?? EMPTY_STATE;
  const { from, to } = editor.state.selection;
  const next = isBackward
    ? (matches.findLast((place) => place.to <= from) ?? matches.at(-1))
    : (matches.find((place) => place.from >= to) ?? matches[0]);
  if (!next) return;
  editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, next.from, next.to)).scrollIntoView());
}

/** Selects the next match; `all` replaces every match. */
export function replaceMatches(editor: Editor, replacement: string, all = false): void {
  const { matches } = key.getState(editor.state) ?? EMPTY_STATE;
  const { current } = matchPosition(editor);
  const targets = all ? matches : matches.slice(current - 1, current === 0 ? 0 : current);
  const change = editor.state.tr;
  for (const { from, to } of targets.toReversed()) change.insertText(replacement, from, to);
  if (targets.length > 0) editor.view.dispatch(change);
  if (!all) selectMatch(editor);
}
