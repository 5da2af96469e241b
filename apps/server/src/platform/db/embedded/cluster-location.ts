import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../../operator-error.ts';
import { type Account, accountFor, canEnter, stateFolder } from './binaries.ts';
import { isCluster } from './cluster.ts';
import { livePostmaster, sendSignal } from './postmaster.ts';

export interface ClusterLocation {
  cluster: string;
  account: Account;
}

export const passwordFileIn = (dataDir: string) => path.join(dataDir, 'postgres.password');

/** Location of the cluster: below `dataDir`, or below `stateFolder` if PostgreSQL's account cannot enter `dataDir`. */
export function findClusterLocation(dataDir: string, print: (line: string) => void): ClusterLocation {
  const defaultCluster = path.join(dataDir, 'postgres');
  const account = accountFor(defaultCluster);
  if (isCluster(defaultCluster)) return { cluster: defaultCluster, account: ensureOwner(defaultCluster, account) };
  makeTraversable(account, dataDir);
  if (canEnter(account, dataDir)) return { cluster: defaultCluster, account };

  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const base = path.join(stateFolder, name);
  const cluster = path.join(base, 'postgres');
  mkdirSync(base, { recursive: true });
  chmodSync(stateFolder, 0o755);
  chmodSync(base, 0o711);
  if (!isCluster(cluster)) {
    print(`数据库放在 ${cluster}，因为数据库账户进不了 ${dataDir} / the database lies there, its account cannot enter DATA_DIR`);
  } else if (!existsSync(passwordFileIn(dataDir))) {
    const movedCluster = `${cluster}-${Date.now()}`;
    const orphan = livePostmaster(cluster);
    if (orphan) sendSignal(orphan.pid, 'SIGINT');
    renameSync(cluster, movedCluster);
    print(`${dataDir} 是新的，原来的数据库已移到 ${movedCluster} / DATA_DIR is new, the database it had was set aside`);
  }
  return { cluster, account: isCluster(cluster) ? ensureOwner(cluster, accountFor(cluster)) : account };
}

/** Makes root's data folder traversable but not listable. Its contents have their own restrictive modes. */
function makeTraversable(account: Account, dataDir: string) {
  const { uid, mode } = statSync(dataDir);
  if (account && uid === 0) chmodSync(dataDir, (mode & 0o7777) | 0o011);
}

function ensureOwner(cluster: string, account: Account): Account {
  const { uid } = statSync(cluster);
  const accountUid = account?.uid ?? process.getuid?.();
  if (account && uid === 0) chownAll(cluster, account);
  else if (accountUid !== undefined && uid !== accountUid) {
    throw new OperatorError(
      `数据库 ${cluster} 属于另一个账户 (uid ${uid})；用该账户或 root 启动`,
      `the database belongs to another account; start as that one or as root`,
    );
  }
  if (!canEnter(account, cluster)) {
    throw new OperatorError(
      `账户 (uid ${uid}) 进不了 ${cluster}；放开上级目录的进入权限 (chmod a+x)`,
      `the database's account cannot enter; let it into the folders above (chmod a+x)`,
    );
  }
  return account;
}

/** PostgreSQL refuses a cluster owned by root, as after a copy by root. */
function chownAll(folder: string, { uid, gid }: NonNullable<Account>) {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) chownSync(path.join(folder, entry), uid, gid);
  chownSync(folder, uid, gid);
}
