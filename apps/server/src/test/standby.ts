import { findPrograms, temporaryNodes } from './postgres-nodes.ts';

/** npm packages lack the programs for streaming replication. */
const programs = findPrograms('pg_basebackup');

/** Whether streaming replication can be tested here. */
export const canStream = programs !== undefined;

interface Node {
  port: number;
  /** Simulates a power loss. */
  kill(): void;
  promote(): Promise<void>;
  start(): Promise<void>;
}

export interface Pair {
  url(port: number): string;
  first: Node;
  second: Node;
  stop(): Promise<void>;
}

/** A primary and a streaming standby in a temporary folder. */
export async function startPair({ isSynchronous = true } = {}): Promise<Pair> {
  const { run, add, stop } = temporaryNodes('pair', programs);
  const addNode = async (name: string) => {
    const node = await add(name);
    return { ...node, promote: async () => void (await run('pg_ctl', '-D', node.data, '-w', 'promote')) };
  };
  const [first, second] = [await addNode('first'), await addNode('second')];
  const runSql = (statement: string) =>
    run('psql', '-h', '127.0.0.1', '-p', String(first.port), '-U', 'suyuan', '-d', 'postgres', '-c', statement);
  // a killed process loses nothing that it wrote, only a machine would
  await first.initialize({ max_connections: '120', ...(!isSynchronous && { fsync: 'off', full_page_writes: 'off' }) });
  await first.start();
  await runSql('create database suyuan');
  const connectionString = `host=127.0.0.1 port=${first.port} user=suyuan application_name=second`;
  await run('pg_basebackup', '-d', connectionString, '-D', second.data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync');
  await second.start();
  if (isSynchronous) await runSql("alter system set synchronous_standby_names = 'second'");
  await runSql('select pg_reload_conf()');
  return { url: (port) => `postgres://suyuan@127.0.0.1:${port}/suyuan`, first, second, stop };
}
