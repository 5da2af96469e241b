import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Root of this server's source. */
export const SERVER_SOURCE = path.resolve(import.meta.dirname, '../../../../../..');
/** A development dependency, which `npm start` alone does not install. */
const BIOME = path.join(SERVER_SOURCE, 'node_modules/@biomejs/biome/bin/biome');

/** Formats sources by path and sorts their imports, as `npx biome check --write` does. Without Biome they stay unchanged. */
export async function formatSources(sources: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  if (!existsSync(BIOME)) return sources;
  const folder = await mkdtemp(path.join(tmpdir(), 'suyuan-format-'));
  try {
    const config = JSON.parse(await readFile(path.join(SERVER_SOURCE, 'biome.json'), 'utf8'));
    const ownConfig = { ...config, vcs: { enabled: false }, linter: { enabled: false }, overrides: [] };
    await writeFile(path.join(folder, 'biome.json'), JSON.stringify(ownConfig));
    for (const [file, text] of sources) {
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    // files with syntax errors stay unchanged
    await new Promise((done) => {
      spawn(process.execPath, [BIOME, 'check', '--write'], { cwd: folder, stdio: 'ignore' }).once('error', done).once('close', done);
    });
    const formatted = [...sources.keys()].map(async (file) => [file, await readFile(path.join(folder, file), 'utf8')] as const);
    return new Map(await Promise.all(formatted));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
