import type { Translate } from '@suyuan/contract';

/** Value that the server stores for an unknown browser or system. */
export const UNKNOWN_CLIENT = 'Unknown';

export const clientName = (t: Translate, name: string): string => (name === UNKNOWN_CLIENT ? t('monitor.online.unknown') : name);
