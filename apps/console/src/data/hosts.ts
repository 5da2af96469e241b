/** Functions that the shell provides to the transport. */
export interface Hosts {
  /** Closes by itself (5 s for errors). The same text is displayed once at a time. */
  tell(kind: 'success' | 'error' | 'warning' | 'info', text: string, detail?: string): void;
  /** Stays until `done` is called, which may replace it with an outcome. */
  loading(text: string): { done(outcome?: { kind: 'success' | 'error'; text: string }): void };
  /** The task list refetches. */
  taskFiled(): void;
  /** One notice, however many calls failed. `why` replaces the default text. */
  sessionOver(why?: string): void;
  /** The server verifies the password; false if the user cancelled. */
  password(): Promise<boolean>;
}

const none: Hosts = {
  tell: () => {},
  loading: () => ({ done: () => {} }),
  taskFiled: () => {},
  sessionOver: () => {},
  password: async () => false,
};

/** Without a shell, e.g. in tests, its functions do nothing. */
export const hosts: Hosts = { ...none };

/** Returns a function that removes the host. */
export function host(given: Partial<Hosts>): () => void {
  Object.assign(hosts, given);
  return () => Object.assign(hosts, none);
}
