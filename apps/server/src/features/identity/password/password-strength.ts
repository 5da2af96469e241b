import { readFileSync } from 'node:fs';
import { lengthOf } from '@suyuan/contract';

/** Words and runs that people take for passwords, one a line; what they vary them by is undone before looking. */
const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#')),
);

const LEET: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' };
const plain = (text: string) => text.replace(/[@431!0$57]/g, (sign) => LEET[sign] ?? sign);
const trimmed = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Rows of a keyboard and the alphabet, forth and back: what fingers run along. */
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  '01234567890123456789',
].flatMap((run) => [run, [...run].reverse().join('')]);

/** A short piece said again and again, `abcabcabcabc` or `aaaaaaaa`, is as weak as the piece. */
const unit = (text: string) => /^(.{1,8}?)\1+$/su.exec(text)?.[1] ?? text;

/** Tells whether `password` is among those that are tried first: listed words, with digits and signs around or for letters, runs, repetitions. */
export function isCommon(password: string): boolean {
  const lower = password.toLowerCase().replace(/[\s_.-]/g, '');
  const piece = unit(lower);
  if (piece.length < 4) return true;
  const forms = [lower, piece, trimmed(piece), plain(piece), trimmed(plain(piece)), plain(trimmed(piece))];
  return forms.some((form) => common.has(form) || runs.some((run) => form.length > 3 && run.includes(form)));
}

/**
 * Tells whether a password is hard to guess: long enough, not common, and without what is known of its owner.
 * @param known name, number, company; what is shorter than three characters says too little to be looked for
 */
export function isStrong(password: string, known: string[], minLength: number): boolean {
  if (lengthOf(password) < minLength || isCommon(password)) return false;
  const lower = password.toLowerCase();
  return !known.some((word) => lengthOf(word) > 2 && lower.includes(word.toLowerCase()));
}
