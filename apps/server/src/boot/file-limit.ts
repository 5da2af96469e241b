import { limits } from '../platform/http/limits.ts';
import { type Sentence, sentence } from '../platform/refusal.ts';

/** Files besides visitors' connections: database, cache, listeners, sources, running uploads. */
const RESERVE = 200;

/** A warning if the file limit is below the connection limit of the sites; undefined if sufficient or unknown. */
export function fileLimitWarning(sites: number): Sentence | undefined {
  // missing in Node's types; otherwise the report resolves the names of all peers
  Object.assign(process.report, { excludeNetwork: true });
  // Cast: reports have no types. Node has already raised the soft limit to the hard limit.
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
  const files = Number(userLimits?.open_files?.soft);
  const needed = sites * limits.connections + RESERVE;
  if (!(files < needed)) return undefined;
  return sentence(
    `本进程最多可打开 ${files} 个文件，大约 ${Math.max(0, files - RESERVE)} 个连接；站点最多接受 ${sites * limits.connections} 个连接，请把上限（LimitNOFILE 或 ulimit -n）提高到 ${needed}`,
    `this process may open ${files} files, which is about ${Math.max(0, files - RESERVE)} connections; its sites accept up to ${sites * limits.connections}: raise the limit (LimitNOFILE or ulimit -n) to ${needed}`,
  );
}
