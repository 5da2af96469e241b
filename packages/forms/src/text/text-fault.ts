import type { z } from 'zod';

/** Line and column, starting at 1. */
export interface TextSpot {
  line: number;
  column: number;
}

/**
 * Why a text is not a valid form, with its position. The text key is `issue.form.text.<what>`. For `issue`, the message is the schema
 * issue at `path`.
 */
export interface TextFault extends TextSpot {
  what: 'json' | 'syntax' | 'noExportDefault' | 'onlyExportDefault' | 'notLiteral' | 'keyTwice' | 'version' | 'issue';
  params?: { key?: string; version?: string };
  path?: PropertyKey[];
  issue?: z.core.$ZodIssue;
}

export interface ReadText {
  value: unknown;
  spotOf(path: readonly PropertyKey[]): TextSpot;
}

export class TextError extends Error {
  readonly fault: TextFault;
  constructor(fault: TextFault) {
    super(fault.what);
    this.fault = fault;
  }
}

export const pathKey = (path: readonly PropertyKey[]) => JSON.stringify(path.map(String));

/** The position of a path, or of its nearest ancestor in the text. */
export function nearestSpot(spots: ReadonlyMap<string, TextSpot>, path: readonly PropertyKey[]): TextSpot {
  for (let length = path.length; length >= 0; length--) {
    const spot = spots.get(pathKey(path.slice(0, length)));
    if (spot) return spot;
  }
  return { line: 1, column: 1 };
}
