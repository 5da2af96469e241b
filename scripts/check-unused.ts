import { unknownClasses, unusedClasses } from './unused/classes.ts';
import { unusedTexts } from './unused/texts.ts';

/**
 * Finds unused texts and CSS classes, which knip cannot see, and unknown utilities. Searches source text, which the formatter keeps uniform. Composed names count
 * as used wherever their parts match, so there are false negatives but no false positives.
 */

const searches = { sentences: unusedTexts(), classes: unusedClasses(), utilities: await unknownClasses() };
for (const { faults } of Object.values(searches)) for (const fault of faults) console.error(`✗ ${fault}`);
const counts = Object.entries(searches).map(([kind, { checkedCount }]) => `${checkedCount} ${kind}`);
console.log(`unused: looked at ${counts.join(', ')}`);
const hasEmptySearch = Object.values(searches).some(({ checkedCount }) => checkedCount === 0);
process.exitCode = hasEmptySearch || Object.values(searches).some(({ faults }) => faults.length > 0) ? 1 : 0;
