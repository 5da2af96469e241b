import os from 'node:os';
import { writeAuditLog } from '../../platform/db/audit-log.ts';
import type { Installation } from '../../platform/http/installation.ts';
import { reasonOf } from '../../platform/refusal.ts';
import type { Command, CommandInput } from './command.ts';

/** The operating system account that runs a command, e.g. `ops@db1`. */
function accountName(): string {
  const host = os.hostname();
  try {
    return `${os.userInfo().username}@${host}`;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}@${host}`; // the user has no passwd entry
  }
}

/** Runs a command, and records it in the audit log if it has a `log` entry. */
export async function runLogged(command: Command, installation: Installation, input: CommandInput): Promise<string> {
  const { words, log } = command;
  if (!log) return command.run(installation, input);
  const start = performance.now();
  const record = (outcome: { answer: object } | { refusal: { problem: string; params: Record<string, unknown> } }) =>
    writeAuditLog(installation.db, {
      title: log.title,
      type: log.type,
      userId: 0,
      operName: accountName().slice(0, 50),
      deptName: '',
      requestMethod: 'CLI',
      method: `suyuan ${words.join(' ')}`,
      operUrl: '',
      operIp: '127.0.0.1',
      params: log.params?.(input) ?? { arguments: input.positionals, ...input.values },
      costTime: Math.round(performance.now() - start),
      ...outcome,
    });
  try {
    const text = await command.run(installation, input);
    await record({ answer: { code: 200 } });
    return text;
  } catch (error) {
    // a failed command may have changed something
    await record({ refusal: { problem: reasonOf(error).slice(0, 500), params: {} } }).catch(() => undefined);
    throw error;
  }
}
