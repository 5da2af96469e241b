import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** Account of PostgreSQL's programs; undefined: that of this process. */
export type Account = { uid: number; gid: number } | undefined;

const names = ['suyuan', 'postgres'];

/** PostgreSQL refuses to run as root. For root: the owner of an existing cluster, else a dedicated account, else `nobody`. */
export function accountFor(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = names.map(find).find(Boolean);
  if (account) return account;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'suyuan'], { stdio: 'ignore' });
  return find('suyuan') ?? find('nobody') ?? { uid: 65534, gid: 65534 };
}

/** Checks access with a process of `account`, because file modes are not sufficient. The process gets none of this one's secrets. */
export function canEnter(account: Account, folder: string, write = false): boolean {
  if (!account) return true;
  const script = write ? 'cd "$0" && test -w .' : 'cd "$0"';
  return spawnSync('/bin/sh', ['-c', script, folder], { ...account, cwd: '/', env: {}, stdio: 'ignore' }).status === 0;
}

function find(name: string): Account {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}
