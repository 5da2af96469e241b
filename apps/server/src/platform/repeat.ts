/** Runs `work` every `interval` milliseconds, but skips a turn while the last run continues. `stop` waits for it. */
export function repeat(work: () => Promise<unknown>, interval: number, report: (error: unknown) => void): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .then(() => undefined, report)
      .finally(() => {
        running = undefined;
      });
  }, interval);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
