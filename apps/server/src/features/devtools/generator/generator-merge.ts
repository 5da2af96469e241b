import type { GenFile } from '@suyuan/contract';
import { diff3Merge, diffComm } from 'node-diff3';

const MINE = '<<<<<<< 手工改动';
const GENERATED = '>>>>>>> 生成的';

/**
 * Merges the last output, the current file and the new output by lines. Changes on one side or equal changes are accepted; different ones
 * are conflicts, with diff3 marks. Without `base`, every difference is a conflict.
 */
export function merge(base: string | undefined, mine: string, generated: string) {
  const regions =
    base === undefined
      ? diffRegions(mine, generated)
      : diff3Merge(mine.split('\n'), base.split('\n'), generated.split('\n'), { excludeFalseConflicts: true });
  const lines: string[] = [];
  const conflicts: GenFile['conflicts'] = [];
  for (const region of regions) {
    if (region.ok) lines.push(...region.ok);
    else if (region.conflict) {
      const { a, b } = region.conflict;
      conflicts.push({ line: lines.length + 1, mine: a, generated: b });
      lines.push(MINE, ...a, '=======', ...b, GENERATED);
    }
  }
  return { result: lines.join('\n'), conflicts };
}

/** Conflict marks that are still in the text. */
export function findConflictMarks(text: string): GenFile['conflicts'] {
  const lines = text.split('\n');
  return lines.flatMap((each, at) => {
    const end = each === MINE ? lines.indexOf(GENERATED, at) : -1;
    const middle = lines.indexOf('=======', at);
    if (end < 0 || middle < 0 || middle > end) return [];
    return [{ line: at + 1, mine: lines.slice(at + 1, middle), generated: lines.slice(middle + 1, end) }];
  });
}

interface Region {
  ok?: string[];
  conflict?: { a: string[]; b: string[] };
}

/** Equal and different lines of two texts, in order. */
const diffRegions = (before: string, after: string): Region[] =>
  diffComm(before.split('\n'), after.split('\n')).map((part) =>
    'common' in part && part.common ? { ok: part.common } : { conflict: { a: part.buffer1 ?? [], b: part.buffer2 ?? [] } },
  );

/** Unchanged lines around a change. */
const CONTEXT = 3;

/** A unified diff of an existing file, which `git apply` accepts. */
export function patchOf(path: string, before: string, after: string): string {
  if (before === after) return '';
  const signed = (sign: string, lines: readonly string[] = []) => lines.map((line) => sign + line);
  const lines = diffRegions(before, after).flatMap(({ ok, conflict }) => [
    ...signed(' ', ok),
    ...signed('-', conflict?.a),
    ...signed('+', conflict?.b),
  ]);
  // the final line break is not a line
  if (lines.at(-1) === ' ') lines.pop();
  const isNearChange = lines.map((_, at) => lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some((line) => !line.startsWith(' ')));
  const hunks = lines.flatMap((_, start) => {
    if (!isNearChange[start] || isNearChange[start - 1]) return [];
    const next = isNearChange.indexOf(false, start);
    const body = lines.slice(start, next < 0 ? undefined : next);
    const range = (otherSign: string) => {
      const count = (list: readonly string[]) => list.filter((line) => !line.startsWith(otherSign)).length;
      return `${count(lines.slice(0, start)) + 1},${count(body)}`;
    };
    return [`@@ -${range('+')} +${range('-')} @@`, ...body];
  });
  return [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, ...hunks, ''].join('\n');
}
