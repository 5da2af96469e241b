import { type Answers, answerFields, type FormNode, specOf } from '@suyuan/forms';
import { safeHtml } from './safe-html.ts';

/** Columns of sub-tables contain no HTML. */
export function safeAnswers(nodes: readonly FormNode[], answers: Answers): Answers {
  const htmlFields = answerFields(nodes).filter(({ type }) => specOf(type).answer === 'html');
  const safe = htmlFields.flatMap(({ name }) => (typeof answers[name] === 'string' ? [[name, safeHtml(answers[name])]] : []));
  return { ...answers, ...Object.fromEntries(safe) };
}
