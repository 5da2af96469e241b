import { emptyDoc, FormDoc, type FormNode, isObject } from '@suyuan/forms';

/** Components as text for the system clipboard, so that other tabs and forms can paste them. */
export const serializeNodes = (nodes: readonly FormNode[]): string => JSON.stringify({ kind: 'form-nodes', nodes }, undefined, 2);

export function parseNodes(text: string): FormNode[] | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isObject(parsed) || parsed.kind !== 'form-nodes') return undefined;
    return FormDoc.safeParse({ ...emptyDoc(), fields: parsed.nodes }).data?.fields;
  } catch {
    return undefined;
  }
}
