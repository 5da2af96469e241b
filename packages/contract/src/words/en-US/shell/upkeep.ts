import type { upkeep as chinese } from '../../zh-CN/shell/upkeep.ts';

export const upkeep: Record<keyof typeof chinese, string> = {
  'shell.connection.offline': 'The network is disconnected; open pages can still be read, and update once it is back',
  'shell.connection.down': 'The server cannot be reached; reconnecting. Open pages can still be read',
  'shell.connection.look': 'Try now',
  'shell.connection.back': 'Connection restored',
  'shell.version.new': 'A new version is available',
  'shell.version.reload': 'Reload now',
  'shell.version.unsavedAsk': 'Reloading discards unsaved changes. Go on?',
  'shell.report': 'Copy error details',
  'shell.report.copied': 'Error details copied; send them to an administrator',
  'shell.report.failed': 'Copying failed; select the details below and copy them by hand',
  'shell.report.details': 'Error details',
  'shell.scriptTimeout': 'The page script did not load within 120 seconds. Try again once the network is back, or reload.',
};
