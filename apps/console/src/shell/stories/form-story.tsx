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
import { useTranslations } from '../../data/i18n.ts';
import { initialTexts } from '../../forms/designer/designer-texts.ts';
import { AnswersView } from '../../forms/renderer/answers-view.tsx';
import { FormView } from '../../forms/renderer/form-view.tsx';
import { Story } from './story.tsx';

const CONTAINER_TYPES: readonly FieldType[] = ['row', 'group', 'tabs', 'subtable'];

/** One component of each type as the designer creates it; containers have two children. */
function formWithAllTypes(t: Translate): FormDoc {
  const applyCommand = (state: EditorState, command: Command) => edit(state, command, 0);
  const toNewField = (type: FieldType) => ({ type, words: initialTexts(t, type) });
  const plain = fieldGroups.flatMap((group) => typesOf(group)).filter((type) => !CONTAINER_TYPES.includes(type));
  const first = applyCommand(startEditor(emptyDoc()), { do: 'addMany', fields: plain.map(toNewField), at: { inside: null } });
  return CONTAINER_TYPES.reduce((state, type) => {
    const { length } = state.doc.fields;
    const withContainer = applyCommand(state, { do: 'add', ...toNewField(type), at: { inside: null, index: length } });
    const container = withContainer.doc.fields.at(-1);
    const parent = type === 'tabs' ? container?.children?.[0]?.id : container?.id;
    return parent === undefined
      ? withContainer
      : applyCommand(withContainer, { do: 'addMany', fields: (['input', 'number'] as const).map(toNewField), at: { inside: parent } });
  }, first).doc;
}

export default function FormStory() {
  const t = useTranslations();
  const doc = useMemo(() => formWithAllTypes(t), [t]);
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
