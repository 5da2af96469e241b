import { existsSync, globSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { onDatabase } from './database.ts';
import { findPrograms, postmasterOf, temporaryNodes } from './postgres-nodes.ts';

const programs = findPrograms('../lib/citus.so');

/** Whether a cluster can be started here. */
export const canDistribute = programs !== undefined;

interface Worker {
  url: string;
  /** Simulates a power loss. */
  kill(): void;
  start(): Promise<void>;
}

interface CitusCluster {
  /** Superuser of the database `suyuan` on the coordinator. */
  url: string;
  workers: Worker[];
  /** Processor seconds so far (Linux): of the coordinator, and of all workers. */
  processorSeconds(): [number, number];
  stop(): Promise<void>;
}

/** A coordinator with two workers in a temporary folder. Writes are as durable as the settings say. */
export async function startCitus(settings: Record<string, string> = {}): Promise<CitusCluster> {
  const { add, stop } = temporaryNodes('citus', programs);
  const nodes = await Promise.all(
    ['coordinator', 'worker1', 'worker2'].map(async (name) => {
      const node = await add(name);
      await node.initialize({ ...baseSettings, ...settings });
      // processes of a killed server may hold its shared memory for a moment
      const start = async () => {
        for (let attempt = 1; ; attempt++) {
          try {
            return await node.start();
          } catch (error) {
            if (attempt === 20) throw error;
            await wait(500);
          }
        }
      };
      await start();
      await onDatabase(Object.assign(new URL(node.url), { pathname: '/postgres' }).href, 'create database suyuan');
      await onDatabase(node.url, 'create extension citus');
      return { ...node, start };
    }),
  );
  const [coordinator, ...workers] = nodes;
  const { url = '', port } = coordinator ?? {};
  await onDatabase(url, `select citus_set_coordinator_host('127.0.0.1', ${port})`);
  for (const worker of workers) await onDatabase(url, `select citus_add_node('127.0.0.1', ${worker.port})`);
  return {
    url,
    workers,
    processorSeconds: () => [secondsOf(coordinator?.data), workers.reduce((sum, { data }) => sum + secondsOf(data), 0)],
    stop,
  };
}

/** Of the server in this folder and its processes, in ticks of 10 ms. */
function secondsOf(data = ''): number {
  const postmaster = String(postmasterOf(data));
  const ticks = globSync('/proc/[0-9]*/stat').map((file) => {
    // fields after the name, which may contain spaces: state, parent, …
    const fields = existsSync(file) ? readFileSync(file, 'utf8').split(') ')[1]?.split(' ') : undefined;
    const isPostmaster = file === `/proc/${postmaster}/stat`;
    if (!fields || (fields[1] !== postmaster && !isPostmaster)) return 0;
    return fields.slice(11, isPostmaster ? 15 : 13).reduce((sum, value) => sum + Number(value), 0);
  });
  return ticks.reduce((sum, value) => sum + value, 0) / 100;
}

const baseSettings = {
  shared_preload_libraries: 'citus',
  max_connections: '200',
  max_prepared_transactions: '200',
};
