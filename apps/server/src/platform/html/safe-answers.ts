import { type Answers, answering, type FormNode, specOf } from '@suyuan/forms';
import { safeHtml } from './safe-html.ts';

/** Answers of a form as they may be stored: HTML without what the allow-list does not name. Columns of sub-tables hold none. */
export function safeAnswers(nodes: readonly FormNode[], given: Answers): Answers {
  const html = answering(nodes).filter(({ type }) => specOf(type).answer === 'html');
  const safe = html.flatMap(({ name }) => (typeof given[name] === 'string' ? [[name, safeHtml(given[name])]] : []));
  return { ...given, ...Object.fromEntries(safe) };
}
