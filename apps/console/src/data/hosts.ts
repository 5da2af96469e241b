/** What the transport needs from the shell, e.g. notices and the password prompt. The shell registers these at startup. */
export interface Hosts {
  /** A notice that closes by itself (5 s for errors). The same text is shown once at a time. */
  tell(kind: 'success' | 'error' | 'warning' | 'info', text: string, detail?: string): void;
  /** A notice that stays until `done` is called, which may replace it with an outcome. */
  loading(text: string): { done(outcome?: { kind: 'success' | 'error'; text: string }): void };
  /** A task was created: the task list refetches. */
  taskFiled(): void;
  /** The session is over: one notice, however many calls failed. `why` replaces the default text. */
  sessionOver(why?: string): void;
  /** Prompts for the password and verifies it with the server; false if the user cancelled. */
  password(): Promise<boolean>;
}

const none: Hosts = {
  tell: () => {},
  loading: () => ({ done: () => {} }),
  taskFiled: () => {},
  sessionOver: () => {},
  password: async () => false,
};

/** The registered host. Its functions do nothing without a shell, as in tests. */
export const hosts: Hosts = { ...none };

/** Registers host functions. Returns a function that removes them. */
export function host(given: Partial<Hosts>): () => void {
  Object.assign(hosts, given);
  return () => Object.assign(hosts, none);
}
