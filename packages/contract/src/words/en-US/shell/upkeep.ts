import type { upkeep as chinese } from '../../zh-CN/shell/upkeep.ts';

export const upkeep: Record<keyof typeof chinese, string> = {
  'shell.connection.offline': 'The network is gone; what is open can still be read and will be renewed once it is back',
  'shell.connection.down': 'The server cannot be reached, trying again; what is open can still be read',
  'shell.connection.look': 'Try now',
  'shell.connection.back': 'Connected again',
  'shell.version.new': 'A new version is here',
  'shell.version.reload': 'Reload to it',
  'shell.version.unsavedAsk': 'Reloading loses changes that are not saved. Go on?',
  'shell.report': 'Copy the details',
  'shell.report.copied': 'Details copied; send them to an administrator',
  'shell.report.failed': 'Copying failed; select the details below by hand',
  'shell.report.details': 'Details',
  'shell.scriptTimeout': 'The page script did not load within 120 seconds. Try again once the network is back, or reload.',
};
