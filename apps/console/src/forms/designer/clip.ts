import { emptyDoc, FormDoc, type FormNode, isObject } from '@suyuan/forms';

/** Components on the clipboard of the system: another tab, another form or a mail can take them. */
export const copied = (nodes: readonly FormNode[]): string => JSON.stringify({ kind: 'form-nodes', nodes }, undefined, 2);

/** The components that a pasted text is, or undefined where it is something else. */
export function pastedNodes(text: string): FormNode[] | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    if (!isObject(read) || read.kind !== 'form-nodes') return undefined;
    return FormDoc.safeParse({ ...emptyDoc(), fields: read.nodes }).data?.fields;
  } catch {
    return undefined;
  }
}
