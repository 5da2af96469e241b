import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { useEditorState } from '@tiptap/react';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { onEscape } from './toolbar-button.tsx';

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
                class: `shadow-[inset_0_-2px_var(--warning)] ${
                  place.from === from && place.to === to ? 'bg-warning-line text-[#000]' : 'bg-warning-ground'
                }`,
              }),
            ),
          );
        },
      },
    }),
  ],
});

const setQuery = (editor: Editor, query: string) => editor.view.dispatch(editor.state.tr.setMeta(key, query));

/** Index of the selected match from 1 (0: none), and the count. */
function matchPosition(editor: Editor): { current: number; count: number } {
  const { matches } = key.getState(editor.state) ?? EMPTY_STATE;
  const { from, to } = editor.state.selection;
  return { current: matches.findIndex((place) => place.from === from && place.to === to) + 1, count: matches.length };
}

/** Scrolls to the match; wraps around. */
function selectMatch(editor: Editor, isBackward = false): void {
  const { matches } = key.getState(editor.state) ?? EMPTY_STATE;
  const { from, to } = editor.state.selection;
  const next = isBackward
    ? (matches.findLast((place) => place.to <= from) ?? matches.at(-1))
    : (matches.find((place) => place.from >= to) ?? matches[0]);
  if (!next) return;
  editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, next.from, next.to)).scrollIntoView());
}

/** Selects the next match; `all` replaces every match. */
function replaceMatches(editor: Editor, replacement: string, all = false): void {
  const { matches } = key.getState(editor.state) ?? EMPTY_STATE;
  const { current } = matchPosition(editor);
  const targets = all ? matches : matches.slice(current - 1, current === 0 ? 0 : current);
  const change = editor.state.tr;
  for (const { from, to } of targets.toReversed()) change.insertText(replacement, from, to);
  if (targets.length > 0) editor.view.dispatch(change);
  if (!all) selectMatch(editor);
}

/** Enter selects the next match, Shift+Enter the previous one, Escape closes. */
export function FindBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useTranslations();
  const [searchText, setSearchText] = useState(() => {
    const { from, to } = editor.state.selection;
    return to - from < 50 ? editor.state.doc.textBetween(from, to) : '';
  });
  const [replacement, setReplacement] = useState('');
  const { current, count } = useEditorState({ editor, selector: ({ editor: currentEditor }) => matchPosition(currentEditor) });
  useEffect(() => setQuery(editor, searchText), [editor, searchText]);
  useEffect(() => () => void (editor.isDestroyed || setQuery(editor, '')), [editor]);
  return (
    <search
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-edge px-3 py-2"
      aria-label={t('editor.find')}
      onKeyDown={onEscape(() => {
        onClose();
        editor.commands.focus();
      })}
    >
      <Input
        size="small"
        className="w-40!"
        autoFocus
        aria-label={t('editor.findWords')}
        placeholder={t('editor.findWords')}
        value={searchText}
        onChange={({ target }) => setSearchText(target.value)}
        onPressEnter={(event) => {
          event.preventDefault();
          selectMatch(editor, event.shiftKey);
        }}
      />
      <span className="min-w-16 text-xs text-muted tabular-nums" role="status">
        {searchText && (count > 0 ? t('editor.found', { at: current, count }) : t('editor.foundNone'))}
      </span>
      <Button size="small" disabled={count === 0} onClick={() => selectMatch(editor, true)}>
        {t('editor.findBefore')}
      </Button>
      <Button size="small" disabled={count === 0} onClick={() => selectMatch(editor)}>
        {t('editor.findNext')}
      </Button>
      <Input
        size="small"
        className="w-40!"
        aria-label={t('editor.replaceWords')}
        placeholder={t('editor.replaceWords')}
        value={replacement}
        onChange={({ target }) => setReplacement(target.value)}
        onPressEnter={(event) => {
          event.preventDefault();
          if (editor.isEditable) replaceMatches(editor, replacement);
        }}
      />
      <Button size="small" disabled={count === 0 || !editor.isEditable} onClick={() => replaceMatches(editor, replacement)}>
        {t('editor.replace')}
      </Button>
      <Button size="small" disabled={count === 0 || !editor.isEditable} onClick={() => replaceMatches(editor, replacement, true)}>
        {t('editor.replaceAll')}
      </Button>
      <Button size="small" type="text" onClick={onClose}>
        {t('kit.close')}
      </Button>
    </search>
  );
}
