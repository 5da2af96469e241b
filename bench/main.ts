import { type Measurement, print } from './measurement.ts';
import { parts as scaleParts } from './scale.ts';

/**
 * Runs the benchmarks, each with a rival in the same run: `npm run bench -- [codes issue …]`. Parts run sequentially; a part that cannot
 * run is reported and skipped.
 */
const benchmarks: Record<string, () => Promise<{ run(report: (figure: Measurement) => void): Promise<void> }>> = {
  codes: () => import('./codes.ts'),
  issue: () => import('./issue.ts'),
  lists: () => import('./lists.ts'),
  codeList: () => import('./code-list.ts'),
  figures: () => import('./figures.ts'),
  printing: () => import('./printing.ts'),
  large: () => import('./large.ts'),
  trace: () => import('./trace.ts'),
  system: () => import('./system.ts'),
  office: () => import('./office.ts'),
  verify: () => import('./verify.ts'),
  uploads: () => import('./uploads.ts'),
  start: () => import('./start.ts'),
  console: () => import('./console.ts'),
  designer: () => import('./designer.ts'),
  scale: () => import('./scale.ts'),
};

const isCheck = process.argv[2] === '--check';
const names = process.argv.slice(isCheck ? 3 : 2);
const validNames = [...Object.keys(benchmarks), ...Object.keys(scaleParts)];
if (names.some((name) => name === '--help' || name === '-h')) {
  console.log(`npm run bench -- [${validNames.join(' | ')} …]`);
  process.exit();
}
const unknown = names.filter((name) => !validNames.includes(name));
if (unknown.length > 0) {
  console.error(`没有测速“${unknown.join(' ')}” / unknown benchmark “${unknown.join(' ')}”: ${validNames.join(' ')}`);
  process.exit(2);
}
if (isCheck) process.exit();

const selectedNames = names.map((name) => (name in scaleParts ? 'scale' : name));
for (const [name, load] of Object.entries(benchmarks)) {
  if (selectedNames.length > 0 && !selectedNames.includes(name)) continue;
  console.log(`\n${name}`);
  try {
    const benchmark = await load();
    await benchmark.run(print);
  } catch (error) {
    console.error(`${name} could not be measured: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
