import { vi } from 'vitest';
import { logStream } from '../platform/http/log-stream.ts';

export interface ErrorLine {
  level: number;
  incident?: string;
  word?: string;
  err?: { message: string; stack?: string };
}

/** Active until `vi.restoreAllMocks()`. */
export function collectErrorLog(): ErrorLine[] {
  const lines: ErrorLine[] = [];
  vi.spyOn(logStream, 'write').mockImplementation((line) => void lines.push(JSON.parse(line)));
  return lines;
}
