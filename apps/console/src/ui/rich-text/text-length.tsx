import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useWords } from '../../data/words.ts';

/** A Chinese character is one; letters and digits that stand together are one. */
const COUNTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu;

/** How much has been written, as a word processor counts it. */
export function TextLength({ editor }: { editor: Editor }) {
  const t = useWords();
  const count = useEditorState({ editor, selector: ({ editor: at }) => at.getText().match(COUNTED)?.length ?? 0 });
  return <span className="numeral">{t('editor.length', { count })}</span>;
}
