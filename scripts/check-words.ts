import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Rejects new uses of vague or archaic words. Existing uses are counted in
 * `word-counts.json`: no word's count may grow. `--write` records lower counts.
 */

const root = path.join(import.meta.dirname, '..');
const countsFile = path.join(import.meta.dirname, 'word-counts.json');
/** Participles in place of nouns, archaisms, and verbs that another word has replaced. */
const WORDS = [
  ...['told', 'asked', 'said', 'laid', 'given', 'shown', 'known', 'called', 'kept', 'judge', 'judged'],
  ...['anew', 'lest', 'whoever', 'whatever', 'beside', 'begun', 'thus', 'wherein', 'nobody', 'somebody', 'of ours', 'of its own'],
  ...['door', 'doors', 'house', 'shopper', 'shoppers'],
];

const files = globSync(['{apps,packages}/*/{src,build}/**/*.{ts,tsx,css}', '{e2e,bench,scripts}/**/*.{ts,mjs}', '{.,docs/**}/*.md'], {
  cwd: root,
}).filter((file) => !/[/\\](words|migrations)[/\\]|(check-words\.ts|life-cycles\.md)$/.test(file));
const texts = files.map((file) => readFileSync(path.join(root, file), 'utf8'));

const counts = Object.fromEntries(
  WORDS.map((word) => [word, texts.reduce((sum, text) => sum + (text.match(new RegExp(`\\b${word}\\b`, 'gi'))?.length ?? 0), 0)]),
);
const allowed = JSON.parse(readFileSync(countsFile, 'utf8')) as Record<string, number>;
const exceeded = WORDS.filter((word) => (counts[word] ?? 0) > (allowed[word] ?? 0));
for (const word of exceeded)
  console.error(`✗ “${word}” is used ${counts[word]} times, at most ${allowed[word] ?? 0}: see docs/glossary.md`);
if (process.argv.includes('--write')) writeFileSync(countsFile, `${JSON.stringify(counts, null, 2)}\n`);
console.log(`words: ${Object.values(counts).reduce((sum, count) => sum + count, 0)} uses of ${WORDS.length} discouraged words`);
process.exitCode = exceeded.length > 0 ? 1 : 0;
