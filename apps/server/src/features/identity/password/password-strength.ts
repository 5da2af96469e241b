import { readFileSync } from 'node:fs';
import { lengthOf } from '@suyuan/contract';

/** Common passwords, one per line. Variations are normalized before the lookup. */
const commonPasswords = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#')),
);

const LEET: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' };
const replaceLeet = (text: string) => text.replace(/[@431!0$57]/g, (character) => LEET[character] ?? character);
const trimNonLetters = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Keyboard rows and the alphabet, in both directions. */
const keyboardRuns = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  '01234567890123456789',
].flatMap((run) => [run, [...run].reverse().join('')]);

/** The repeated unit of a text: `abcabcabcabc` or `aaaaaaaa` is as weak as its unit. */
const repeatedUnit = (text: string) => /^(.{1,8}?)\1+$/su.exec(text)?.[1] ?? text;

/** Whether a password is common: a listed word, also with digits, signs or letter substitutions, a keyboard run, or a repetition. */
export function isCommon(password: string): boolean {
  const lower = password.toLowerCase().replace(/[\s_.-]/g, '');
  const core = repeatedUnit(lower);
  if (core.length < 4) return true;
  const variants = [lower, core, trimNonLetters(core), replaceLeet(core), trimNonLetters(replaceLeet(core)), replaceLeet(trimNonLetters(core))];
  return variants.some((variant) => commonPasswords.has(variant) || keyboardRuns.some((run) => variant.length > 3 && run.includes(variant)));
}

/**
 * Whether a password is long enough, not common, and free of the owner's data.
 * @param ownerWords name, number, company; values under three characters are ignored
 */
export function isStrong(password: string, ownerWords: string[], minLength: number): boolean {
  if (lengthOf(password) < minLength || isCommon(password)) return false;
  const lower = password.toLowerCase();
  return !ownerWords.some((word) => lengthOf(word) > 2 && lower.includes(word.toLowerCase()));
}
