import { type Answers, answering, type FormNode, specOf } from '@suyuan/forms';
import { safeHtml } from './safe-html.ts';

/** Columns of sub-tables contain no HTML. */
export function safeAnswers(nodes: readonly FormNode[], given: Answers): Answers {
  const html = answering(nodes).filter(({ type }) => specOf(type).answer === 'html');
  const safe = html.flatMap(({ name }) => (typeof given[name] === 'string' ? [[name, safeHtml(given[name])]] : []));
  return { ...given, ...Object.fromEntries(safe) };
}
