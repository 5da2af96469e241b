import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useTranslations } from '../../data/i18n.ts';

/** One per CJK character, and one per run of other letters and digits. */
const COUNTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu;

export function TextLength({ editor }: { editor: Editor }) {
  const t = useTranslations();
  const count = useEditorState({ editor, selector: ({ editor: at }) => at.getText().match(COUNTED)?.length ?? 0 });
  return <span className="numeral">{t('editor.length', { count })}</span>;
}
