/**
 * A reason why a process cannot start or go on, for whoever runs it: one line in Chinese and English, and the exit code.
 * 2 means that something outside must be changed first (a setting, a folder, a port).
 */
export class Refusal extends Error {
  readonly exitCode: number;

  constructor(chinese: string, english: string, { exitCode = 2, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(`${chinese} / ${english}`, { cause });
    this.exitCode = exitCode;
  }
}

/** The short reason inside anything thrown, on one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replaceAll(/\s*\n\s*/g, ' ').trim();
}
