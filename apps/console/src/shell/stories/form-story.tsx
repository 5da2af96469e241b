import type { Translate } from '@suyuan/contract';
import {
  type Answers,
  type Command,
  type EditorState,
  edit,
  emptyDoc,
  type FieldType,
  type FormDoc,
  fieldGroups,
  startEditor,
  typesOf,
} from '@suyuan/forms';
import { useMemo, useState } from 'react';
import { useWords } from '../../data/words.ts';
import { wordsOf } from '../../forms/designer/words.ts';
import { AnswersView } from '../../forms/renderer/answers-view.tsx';
import { FormView } from '../../forms/renderer/form-view.tsx';
import { Story } from './story.tsx';

const HOLDING: readonly FieldType[] = ['row', 'group', 'tabs', 'subtable'];

/** One component of each type as the designer creates it; containers have two children. */
function wholeCategory(t: Translate): FormDoc {
  const act = (state: EditorState, command: Command) => edit(state, command, 0);
  const added = (type: FieldType) => ({ type, words: wordsOf(t, type) });
  const plain = fieldGroups.flatMap((group) => typesOf(group)).filter((type) => !HOLDING.includes(type));
  const first = act(startEditor(emptyDoc()), { do: 'addMany', fields: plain.map(added), at: { inside: null } });
  return HOLDING.reduce((state, type) => {
    const { length } = state.doc.fields;
    const holder = act(state, { do: 'add', ...added(type), at: { inside: null, index: length } });
    const made = holder.doc.fields.at(-1);
    const parent = type === 'tabs' ? made?.children?.[0]?.id : made?.id;
    return parent === undefined
      ? holder
      : act(holder, { do: 'addMany', fields: (['input', 'number'] as const).map(added), at: { inside: parent } });
  }, first).doc;
}

export default function FormStory() {
  const t = useWords();
  const doc = useMemo(() => wholeCategory(t), [t]);
  const [answers, setAnswers] = useState<Answers>({});
  return (
    <>
      <Story name="FormView" note={t('kit.story.form.fill')}>
        <FormView doc={doc} onSubmit={setAnswers} />
      </Story>
      <Story name="FormView disabled" note={t('kit.story.form.locked')}>
        <FormView key={JSON.stringify(answers)} doc={doc} values={answers} disabled />
      </Story>
      <Story name="AnswersView" note={t('kit.story.form.read')}>
        <AnswersView doc={doc} answers={answers} />
      </Story>
    </>
  );
}
