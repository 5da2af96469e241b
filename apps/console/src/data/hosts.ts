/** What the transport may ask of the page: a word to the user, a password. The shell puts these in place once it stands. */
export interface Hosts {
  /** A notice that leaves by itself (5 s for errors); the same text is shown once at a time. */
  tell(kind: 'success' | 'error' | 'warning' | 'info', text: string, detail?: string): void;
  /** A notice that stays until `done` is called, which may put the outcome in its place. */
  loading(text: string): { done(outcome?: { kind: 'success' | 'error'; text: string }): void };
  /** A task was filed: whoever shows tasks looks again. */
  taskFiled(): void;
  /** The session is over: one notice, however many calls found out. `why` is said in the place of what mostly ends one. */
  sessionOver(why?: string): void;
  /** Asks for the password and confirms it with the server; false when the user gave up. */
  password(): Promise<boolean>;
}

const none: Hosts = {
  tell: () => {},
  loading: () => ({ done: () => {} }),
  taskFiled: () => {},
  sessionOver: () => {},
  password: async () => false,
};

/** What the frame does for the kit; nothing happens where no frame stands, as in tests. */
export const hosts: Hosts = { ...none };

/** Puts the page's answers in place; gives back what takes them away again. */
export function host(given: Partial<Hosts>): () => void {
  Object.assign(hosts, given);
  return () => Object.assign(hosts, none);
}
