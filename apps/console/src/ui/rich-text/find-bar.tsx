import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useWords } from '../../data/words.ts';
import { foundIn, look, replace, step } from './find.ts';
import { onEscape } from './on-escape.ts';

/** Enter selects the next match, Shift+Enter the previous one, Escape closes. */
export function FindBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useWords();
  const [words, setWords] = useState(() => {
    const { from, to } = editor.state.selection;
    return to - from < 50 ? editor.state.doc.textBetween(from, to) : '';
  });
  const [instead, setInstead] = useState('');
  const { at, count } = useEditorState({ editor, selector: ({ editor: now }) => foundIn(now) });
  useEffect(() => look(editor, words), [editor, words]);
  useEffect(() => () => void (editor.isDestroyed || look(editor, '')), [editor]);
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
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onPressEnter={(event) => {
          event.preventDefault();
          step(editor, event.shiftKey);
        }}
      />
      <span className="numeral none" role="status">
        {words && (count > 0 ? t('editor.found', { at, count }) : t('editor.foundNone'))}
      </span>
      <Button size="small" disabled={count === 0} onClick={() => step(editor, true)}>
        {t('editor.findBefore')}
      </Button>
      <Button size="small" disabled={count === 0} onClick={() => step(editor)}>
        {t('editor.findNext')}
      </Button>
      <Input
        size="small"
        aria-label={t('editor.replaceWords')}
        placeholder={t('editor.replaceWords')}
        value={instead}
        onChange={({ target }) => setInstead(target.value)}
        onPressEnter={(event) => {
          event.preventDefault();
          replace(editor, instead);
        }}
      />
      <Button size="small" disabled={count === 0 || !editor.isEditable} onClick={() => replace(editor, instead)}>
        {t('editor.replace')}
      </Button>
      <Button size="small" disabled={count === 0 || !editor.isEditable} onClick={() => replace(editor, instead, true)}>
        {t('editor.replaceAll')}
      </Button>
      <Button size="small" type="text" onClick={onClose}>
        {t('kit.close')}
      </Button>
    </search>
  );
}
