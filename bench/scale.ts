import { pathToFileURL } from 'node:url';
import { type Measurement, print } from './measurement.ts';

/** Parts, by name: `npm run bench -- scale replicas`. Without a name, all. */
export const parts: Record<string, () => Promise<{ run(report: (figure: Measurement) => void): Promise<void> }>> = {
  archive: () => import('./scale-archive.ts'),
  citus: () => import('./scale-citus.ts'),
  replicas: () => import('./scale-replicas.ts'),
  storage: () => import('./scale-storage.ts'),
};

export async function run(report: (figure: Measurement) => void) {
  const selected = process.argv.filter((name) => name in parts);
  for (const [name, load] of Object.entries(parts)) {
    if (selected.length > 0 && !selected.includes(name)) continue;
    console.log(`\n${name}`);
    await (await load()).run(report);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
