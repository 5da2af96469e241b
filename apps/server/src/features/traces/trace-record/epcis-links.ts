import { plainName } from '@suyuan/codes';
import { Problem } from '../../../platform/http/problem.ts';

/** Addresses that events of ours name things and places by, read back; each answers undefined for what is none of its kind. */
export function ownLinks(base: string) {
  const below = (folder: string, address: string) => {
    const start = `${base}/${folder}/`;
    return address.startsWith(start) ? address.slice(start.length).split('/').map(decoded) : undefined;
  };
  const whole = (text: string | undefined) => (text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined);
  return {
    region(address: string) {
      const code = below('place', address)?.[0];
      return code !== undefined && /^[1-9]\d{5}$/.test(code) ? code : undefined;
    },
    /** The key of a batch whose goods have no GTIN. */
    batch: (address: string) => {
      const [kind, key] = below('class', address) ?? [];
      return kind === 'batch' ? whole(key) : undefined;
    },
    /** A lot of a supplier's, by what it is called. */
    lot(address: string) {
      const [kind, name, lotNo = ''] = below('class', address) ?? [];
      return kind === 'lot' && name ? { name, lotNo } : undefined;
    },
    /** A unit or a container whose text the document does not tell; ordinals count from 1. */
    instance(address: string) {
      const [batchId, level, ordinal] = (below('id', address) ?? []).map(whole);
      return batchId !== undefined && level !== undefined && ordinal ? { batchId, level, ordinal: ordinal - 1 } : undefined;
    },
    /** A lot of goods as a GS1 Digital Link of whichever host, or in the older notation. */
    lgtin(address: string) {
      const [, gtin, lot] = /^https:\/\/id\.gs1\.org\/01\/(\d{14})\/10\/([^/]+)$/.exec(plainName(address)) ?? [];
      return gtin && lot ? { gtin, lot: decoded(lot) } : undefined;
    },
  };
}

/** @throws epcisThingUnknown where characters that no name has are written as `%00` */
function decoded(part: string): string {
  try {
    const text = decodeURIComponent(part);
    if (/\p{Cc}/u.test(text)) throw new Problem('epcisThingUnknown', { name: part.slice(0, 100) });
    return text;
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}
