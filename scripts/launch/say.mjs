/** Tells whoever started this what goes on: plain lines, Chinese first. */
export const say = (line) => console.error(line);

/** Ends the launcher with one line; 2 means that something outside must be changed first. */
export function fail(line, code = 2) {
  console.error(line);
  process.exit(code);
}

/** Tells every ten seconds that `what` still goes on; answers how to stop that. */
export function keepTelling(what) {
  const begun = Date.now();
  const timer = setInterval(() => say(`  ${what} … ${Math.round((Date.now() - begun) / 1000)} s`), 10_000);
  return () => clearInterval(timer);
}
