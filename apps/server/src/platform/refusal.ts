/** One sentence for whoever runs the server, who has chosen no language: Chinese first, English behind it. */
export type Sentence = `${string} / ${string}`;

/** A sentence for the operator, whose language nobody knows. */
export const sentence = (chinese: string, english: string): Sentence => `${chinese} / ${english}`;

/**
 * A reason why a process cannot start or go on: one line for the operator, and the exit code. 2 means that something outside must
 * be changed first (a setting, a folder, a port).
 */
export class Refusal extends Error {
  readonly exitCode: number;

  constructor(chinese: string, english: string, { exitCode = 2, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(sentence(chinese, english), { cause });
    this.exitCode = exitCode;
  }
}

/** The short reason inside anything thrown, on one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error);
  return text.replaceAll(/\s*\n\s*/g, ' ').trim();
}
