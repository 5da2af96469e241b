import type { GenFile } from '@suyuan/contract';
import { diff3Merge, diffComm } from 'node-diff3';

/** Result of a three-way merge of the last output, the current file and the new output. */
export interface MergeResult {
  result: string;
  conflicts: GenFile['conflicts'];
}

const MINE = '<<<<<<< 手工改动';
const GENERATED = '>>>>>>> 生成的';

/**
 * Merges by lines. Changes on one side or equal changes are accepted; different ones are conflicts, with diff3 marks. Without `base`, every
 * difference is a conflict.
 */
export function merge(base: string | undefined, mine: string, generated: string): MergeResult {
  if (mine === generated) return { result: mine, conflicts: [] };
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

const diffRegions = (mine: string, generated: string): Region[] =>
  diffComm(mine.split('\n'), generated.split('\n')).map((part) =>
    'common' in part && part.common ? { ok: part.common } : { conflict: { a: part.buffer1 ?? [], b: part.buffer2 ?? [] } },
  );

/** A unified diff that `git apply` accepts. */
export function patchOf(path: string, before: string, after: string): string {
  if (before === after) return '';
  if (before === '') {
    const lines = after.replace(/\n$/, '').split('\n');
    const head = [
      `diff --git a/${path} b/${path}`,
      'new file mode 100644',
      '--- /dev/null',
      `+++ b/${path}`,
      `@@ -0,0 +1,${lines.length} @@`,
    ];
    return [...head, ...lines.map((text) => `+${text}`), ''].join('\n');
  }
  const CONTEXT = 3;
  const parts: { sign: ' ' | '-' | '+'; text: string }[] = [];
  for (const part of diffComm(before.split('\n'), after.split('\n'))) {
    if ('common' in part && part.common) parts.push(...part.common.map((text) => ({ sign: ' ' as const, text })));
    else
      parts.push(
        ...(part.buffer1 ?? []).map((text) => ({ sign: '-' as const, text })),
        ...(part.buffer2 ?? []).map((text) => ({ sign: '+' as const, text })),
      );
  }
  // the final line break is not a line
  if (parts.at(-1)?.sign === ' ' && parts.at(-1)?.text === '') parts.pop();
  const isNearChange = parts.map((_, at) => parts.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ sign }) => sign !== ' '));
  const hunks: string[] = [];
  let [oldLine, newLine] = [1, 1];
  for (let at = 0; at < parts.length; ) {
    if (!isNearChange[at]) {
      oldLine++;
      newLine++;
      at++;
      continue;
    }
    const body: string[] = [];
    const [oldStart, newStart] = [oldLine, newLine];
    for (; at < parts.length && isNearChange[at]; at++) {
      const { sign, text } = parts[at] as (typeof parts)[number];
      body.push(`${sign}${text}`);
      if (sign !== '+') oldLine++;
      if (sign !== '-') newLine++;
    }
    hunks.push(`@@ -${oldStart},${oldLine - oldStart} +${newStart},${newLine - newStart} @@`, ...body);
  }
  return [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, ...hunks, ''].join('\n');
}
