import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslations } from '../../data/words.ts';
import { matchPosition, replaceMatches, selectMatch, setQuery } from './find.ts';
import { onEscape } from './on-escape.ts';

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
      className="rich-find"
      aria-label={t('editor.find')}
      onKeyDown={onEscape(() => {
        onClose();
        editor.commands.focus();
      })}
    >
      <Input
        size="small"
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
      <span className="numeral none" role="status">
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
        aria-label={t('editor.replaceWords')}
        placeholder={t('editor.replaceWords')}
        value={replacement}
        onChange={({ target }) => setReplacement(target.value)}
        onPressEnter={(event) => {
          event.preventDefault();
          replaceMatches(editor, replacement);
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
