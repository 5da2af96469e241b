import { limits } from '../platform/http/limits.ts';
import { type Sentence, sentence } from '../platform/refusal.ts';

/** Files that a process has open besides connections of visitors: database, cache, listeners, sources, uploads in hand. */
const RESERVE = 200;

/** A warning if the system lets this process open fewer files than its sites take connections; undefined if it suffices or is unknown. */
export function fileLimitWarning(sites: number): Sentence | undefined {
  // not in Node's types; without it a report looks up the names of all peers
  Object.assign(process.report, { excludeNetwork: true });
  // The cast: the types do not describe a report. Node has raised the soft limit to the hard one before any script runs.
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
  const files = Number(userLimits?.open_files?.soft);
  const needed = sites * limits.connections + RESERVE;
  if (!(files < needed)) return undefined;
  return sentence(
    `本进程最多可打开 ${files} 个文件，大约 ${Math.max(0, files - RESERVE)} 个连接；站点最多接受 ${sites * limits.connections} 个连接，请把上限（LimitNOFILE 或 ulimit -n）提高到 ${needed}`,
    `this process may open ${files} files, which is about ${Math.max(0, files - RESERVE)} connections; its sites accept up to ${sites * limits.connections}: raise the limit (LimitNOFILE or ulimit -n) to ${needed}`,
  );
}
