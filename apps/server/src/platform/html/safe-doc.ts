import { type FormDoc, type FormNode, specOf } from '@suyuan/forms';
import { safeHtml } from './safe-html.ts';

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
