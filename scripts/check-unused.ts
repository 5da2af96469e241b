import { unusedClasses } from './unused/classes.ts';
import { unusedSentences } from './unused/sentences.ts';

/**
 * Finds unused texts and CSS classes, which knip cannot see. Searches source text, which the formatter keeps uniform. Composed names count
 * as used wherever their parts match, so there are false negatives but no false positives.
 */

const searches = { sentences: unusedSentences(), classes: unusedClasses() };
for (const { faults } of Object.values(searches)) for (const fault of faults) console.error(`✗ ${fault}`);
const seen = Object.entries(searches).map(([kind, { looked }]) => `${looked} ${kind}`);
console.log(`unused: looked at ${seen.join(', ')}`);
const asleep = Object.values(searches).some(({ looked }) => looked === 0);
process.exitCode = asleep || Object.values(searches).some(({ faults }) => faults.length > 0) ? 1 : 0;
