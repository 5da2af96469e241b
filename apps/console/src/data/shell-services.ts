/** Functions that the shell provides to the transport. */
export interface ShellServices {
  /** Closes by itself (5 s for errors). The same text is displayed once at a time. */
  notify(kind: 'success' | 'error' | 'warning' | 'info', text: string, detail?: string): void;
  /** Stays until `close` is called, which may replace it with an outcome. */
  showLoading(text: string): { close(outcome?: { kind: 'success' | 'error'; text: string }): void };
  /** The task list refetches. */
  refreshTasks(): void;
  /** One notice, however many calls failed. `reason` replaces the default text. */
  notifySessionExpired(reason?: string): void;
  /** The server verifies the password; false if the user cancelled. */
  confirmPassword(): Promise<boolean>;
  /** Whether requests would now be those of another user than the page's. */
  isOtherUser(): Promise<boolean>;
}

const noServices: ShellServices = {
  notify: () => {},
  showLoading: () => ({ close: () => {} }),
  refreshTasks: () => {},
  notifySessionExpired: () => {},
  confirmPassword: async () => false,
  isOtherUser: async () => false,
};

/** Without a shell, e.g. in tests, its functions do nothing. */
export const shellServices: ShellServices = { ...noServices };

/** Returns a function that removes the host. */
export function registerShellServices(implementation: Partial<ShellServices>): () => void {
  Object.assign(shellServices, implementation);
  return () => Object.assign(shellServices, noServices);
}
