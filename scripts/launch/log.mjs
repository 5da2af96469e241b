/** Prints progress as plain lines on stderr, Chinese first. */
export const say = (line) => console.error(line);

/** Exits with a message. Code 2: the environment needs a change first. */
export function fail(line, code = 2) {
  console.error(line);
  process.exit(code);
}

/** Prints every ten seconds that `what` is still running. Returns a function that stops it. */
export function reportProgress(what) {
  const start = Date.now();
  const timer = setInterval(() => say(`  ${what} … ${Math.round((Date.now() - start) / 1000)} s`), 10_000);
  return () => clearInterval(timer);
}
