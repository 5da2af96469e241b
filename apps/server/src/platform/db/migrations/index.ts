import type { Migration } from '../migration-steps.ts';
import * as baseline from './0001-baseline.ts';
import * as actorNotifications from './0002-actor-notifications.ts';
import * as shipmentsInTransit from './0003-shipments-in-transit.ts';
import * as menuGroups from './0004-menu-groups.ts';
import * as scanStorage from './0006-scan-storage.ts';
import * as scanArchive from './0007-scan-archive.ts';
import * as translations from './0008-translations.ts';
import * as taskTranslations from './0009-task-translations.ts';
import * as traceRejection from './0010-trace-rejection.ts';
import * as scanSessionIndex from './0011-scan-session-index.ts';
import * as menuIcons from './0012-menu-icons.ts';

/** All schema changes, forward only, in the order of their names. A new one takes the next number. */
export const migrations: Record<string, Migration> = {
  '0001-baseline': baseline,
  '0002-actor-notifications': actorNotifications,
  '0003-shipments-in-transit': shipmentsInTransit,
  '0004-menu-groups': menuGroups,
  '0006-scan-storage': scanStorage,
  '0007-scan-archive': scanArchive,
  '0008-translations': translations,
  '0009-task-translations': taskTranslations,
  '0010-trace-rejection': traceRejection,
  '0011-scan-session-index': scanSessionIndex,
  '0012-menu-icons': menuIcons,
};
