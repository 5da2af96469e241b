import { lengthOf } from '@suyuan/contract';

/** Character classes and their sizes. */
const pools: [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/\P{ASCII}/u, 3000],
];

/** Number of characters that neither repeat nor continue the previous one (aa, ab, 12). */
function countUnpredictable(password: string): number {
  const characters = [...password.toLowerCase()];
  const seen = new Set<string>();
  let count = 0;
  for (const [index, character] of characters.entries()) {
    const step = index === 0 ? 9 : (character.codePointAt(0) ?? 0) - (characters[index - 1]?.codePointAt(0) ?? 0);
    if (Math.abs(step) > 1) count += seen.has(character) ? 0.5 : 1;
    seen.add(character);
  }
  return count;
}

export type Strength = 0 | 1 | 2 | 3 | 4;

/** Strength from 0 (empty) to 4 by length, character classes and repetition. Advisory only: the server validates. */
export function strengthOf(password: string, userName: string): Strength {
  if (!password) return 0;
  const rest = userName.length > 2 ? password.toLowerCase().replaceAll(userName.toLowerCase(), '') : password;
  const pool = pools.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const bits = countUnpredictable(rest) * Math.log2(Math.max(pool, 2));
  if (lengthOf(password) < 8 || bits < 30) return 1;
  return bits < 50 ? 2 : bits < 70 ? 3 : 4;
}
