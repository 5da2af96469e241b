import { type FormDoc, type FormNode, specOf } from '@suyuan/forms';
import { safeHtml } from './safe-html.ts';

/** A form as it may be stored: the HTML that its rich texts begin with keeps to the allow-list, as the answers to them do. */
export const safeDoc = (doc: FormDoc): FormDoc => ({ ...doc, fields: doc.fields.map(safeNode) });

function safeNode(node: FormNode): FormNode {
  const { children, defaultValue, type } = node;
  return {
    ...node,
    ...(children && { children: children.map(safeNode) }),
    ...(typeof defaultValue === 'string' && specOf(type).answer === 'html' && { defaultValue: safeHtml(defaultValue) }),
  };
}
