import { vi } from 'vitest';
import { logStream } from '../platform/http/log-stream.ts';

export interface LogLine {
  level: number;
  incident?: string;
  word?: string;
  err?: { message: string; stack?: string };
}

/** Active until `vi.restoreAllMocks()`. */
export function collectErrorLog(): LogLine[] {
  const lines: LogLine[] = [];
  vi.spyOn(logStream, 'write').mockImplementation((line) => void lines.push(JSON.parse(line)));
  return lines;
}
