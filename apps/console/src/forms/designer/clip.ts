import { emptyDoc, FormDoc, type FormNode, isObject } from '@suyuan/forms';

/** Components as text for the system clipboard, so that other tabs and forms can paste them. */
export const copied = (nodes: readonly FormNode[]): string => JSON.stringify({ kind: 'form-nodes', nodes }, undefined, 2);

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
