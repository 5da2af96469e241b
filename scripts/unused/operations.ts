import type { Preprocessor } from 'knip';

/** Operations of a resource, and where its removal finds the version. */
const OPERATIONS = ['list', 'read', 'add', 'edit', 'remove', 'table', 'lockTree'];

/** Preprocessor of knip: `resourceRoutes` takes a service as a whole, where knip counts each operation as unused. */
const ignoreOperations: Preprocessor = (options) => {
  for (const [file, issues] of Object.entries(options.issues.exports))
    for (const [key, { symbol }] of Object.entries(issues)) {
      if (!file.endsWith('.service.ts') || !OPERATIONS.includes(symbol)) continue;
      delete issues[key];
      options.counters.exports--;
    }
  return options;
};

export default ignoreOperations;
