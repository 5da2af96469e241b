import type { Translate } from '@suyuan/contract';

/** Value that the server stores for an unknown browser or system. */
export const UNNAMED = 'Unknown';

export const machineName = (t: Translate, name: string): string => (name === UNNAMED ? t('monitor.online.unknown') : name);
