import { htmlAttributes, htmlDropped, htmlTags, safeAttribute } from '@suyuan/contract';
import { type Answers, answerFields, type FormDoc, type FormNode, specOf } from '@suyuan/forms';
import sanitize from 'sanitize-html';

/** Removes HTML that is not on the shared allow-list. Runs on storage; the console repeats it on display as a second defence. */
export const safeHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: [...htmlTags],
    nonTextTags: [...htmlDropped],
    allowedAttributes: Object.fromEntries(Object.entries(htmlAttributes).map(([tag, names]) => [tag, [...names]])),
    // the contract's own rules validate the values first; these options only let them pass
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: safeAttributes(tagName, attribs) }) },
    nestingLimit: 100,
  });

function safeAttributes(tag: string, attributes: Record<string, string>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const safe = safeAttribute(tag, name, value);
    if (safe !== undefined) result[name] = safe;
  }
  return result;
}

export const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Columns of sub-tables contain no HTML. */
export function safeAnswers(nodes: readonly FormNode[], answers: Answers): Answers {
  const htmlFields = answerFields(nodes).filter(({ type }) => specOf(type).answer === 'html');
  const safe = htmlFields.flatMap(({ name }) => (typeof answers[name] === 'string' ? [[name, safeHtml(answers[name])]] : []));
  return { ...answers, ...Object.fromEntries(safe) };
}

/** Sanitises default values, as for answers. */
export const safeDoc = (doc: FormDoc): FormDoc => ({ ...doc, fields: doc.fields.map(safeNode) });

function safeNode(node: FormNode): FormNode {
  const { children, defaultValue, type } = node;
  return {
    ...node,
    ...(children && { children: children.map(safeNode) }),
    ...(typeof defaultValue === 'string' && specOf(type).answer === 'html' && { defaultValue: safeHtml(defaultValue) }),
  };
}
