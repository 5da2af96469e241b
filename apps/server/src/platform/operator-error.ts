/** For operators, whose language is unknown: Chinese first, then English. */
export type Sentence = `${string} / ${string}`;

export const sentence = (chinese: string, english: string): Sentence => `${chinese} / ${english}`;

/**
 * Why a process cannot start or continue: one line for the operator, and an exit code. 2 means that a setting, folder or port must be
 * changed first.
 */
export class OperatorError extends Error {
  readonly exitCode: number;

  constructor(chinese: string, english: string, { exitCode = 2, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(sentence(chinese, english), { cause });
    this.exitCode = exitCode;
  }
}

/** A short reason on one line, for any thrown value. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error);
  return text.replaceAll(/\s*\n\s*/g, ' ').trim();
}
