import { type Figure, print } from './figure.ts';

/**
 * Runs the benchmarks, each with a rival in the same run: `npm run bench [-- codes issue …]`. Parts run sequentially; a part that cannot
 * run is reported and skipped.
 */
const parts: Record<string, () => Promise<{ run(report: (figure: Figure) => void): Promise<void> }>> = {
  codes: () => import('./codes.ts'),
  issue: () => import('./issue.ts'),
  lists: () => import('./lists.ts'),
  codeList: () => import('./code-list.ts'),
  figures: () => import('./figures.ts'),
  printing: () => import('./printing.ts'),
  large: () => import('./large.ts'),
  trace: () => import('./trace.ts'),
  system: () => import('./system.ts'),
  verify: () => import('./verify.ts'),
  uploads: () => import('./uploads.ts'),
  start: () => import('./start.ts'),
  console: () => import('./console.ts'),
  designer: () => import('./designer.ts'),
};

const wanted = process.argv.slice(2).filter((name) => name in parts);
for (const [name, load] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  try {
    const part = await load();
    await part.run(print);
  } catch (error) {
    console.error(`${name} could not be measured: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
