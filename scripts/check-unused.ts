import { unusedClasses } from './unused/classes.ts';
import { unusedExports } from './unused/exports.ts';
import { unusedSentences } from './unused/sentences.ts';

/**
 * Finds what nobody reads: exports that no other file asks for, sentences that no page says, classes of stylesheets that no element has.
 * The formatter decides how things are written, so texts are enough. What is put together from parts counts as used wherever its parts
 * fit: this may overlook something, and never accuses what is alive.
 */

const searches = { exports: unusedExports(), sentences: unusedSentences(), classes: unusedClasses() };
for (const { faults } of Object.values(searches)) for (const fault of faults) console.error(`✗ ${fault}`);
const seen = Object.entries(searches).map(([kind, { looked }]) => `${looked} ${kind}`);
console.log(`unused: looked at ${seen.join(', ')}`);
const asleep = Object.values(searches).some(({ looked }) => looked === 0);
process.exitCode = asleep || Object.values(searches).some(({ faults }) => faults.length > 0) ? 1 : 0;
