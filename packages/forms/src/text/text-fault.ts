import type { z } from 'zod';

/** A place in a text: lines and columns count from 1. */
export interface TextSpot {
  line: number;
  column: number;
}

/** Why a text is no form, and where. Word `issue.form.text.<what>`; of an `issue` the sentence is the contract's, about `path`. */
export interface TextFault extends TextSpot {
  what: 'json' | 'syntax' | 'noExportDefault' | 'onlyExportDefault' | 'notLiteral' | 'keyTwice' | 'version' | 'issue';
  params?: { key?: string; version?: string };
  path?: PropertyKey[];
  issue?: z.core.$ZodIssue;
}

/** A value that was read from a text, and where each of its parts stands. */
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

/** A way through a text as one word, to look places up by. */
export const pathKey = (path: readonly PropertyKey[]) => JSON.stringify(path.map(String));

/** The spot of a path, or of the nearest part around it that stands in the text. */
export function nearest(spots: ReadonlyMap<string, TextSpot>, path: readonly PropertyKey[]): TextSpot {
  for (let length = path.length; length >= 0; length--) {
    const spot = spots.get(pathKey(path.slice(0, length)));
    if (spot) return spot;
  }
  return { line: 1, column: 1 };
}
