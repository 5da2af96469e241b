import { inject } from 'vitest';

/** Whether the tests run on a Citus cluster, where these cannot apply. Prints the reason. */
export function skipOnCluster(reason: string): boolean {
  const isCluster = inject('workerUrls').length > 0;
  if (isCluster) console.log(`skipped on a cluster: ${reason}`);
  return isCluster;
}
