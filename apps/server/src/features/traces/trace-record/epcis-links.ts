import { normaliseName } from '@suyuan/codes';
import { Problem } from '../../../platform/http/problem.ts';

/** Parses addresses that exported events use; each function returns undefined for another kind. */
export function ownLinks(base: string) {
  const segmentsBelow = (folder: string, address: string) => {
    const start = `${base}/${folder}/`;
    return address.startsWith(start) ? address.slice(start.length).split('/').map(decodeSegment) : undefined;
  };
  const parseInteger = (text: string | undefined) => (text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined);
  return {
    region(address: string) {
      const code = segmentsBelow('place', address)?.[0];
      return code !== undefined && /^[1-9]\d{5}$/.test(code) ? code : undefined;
    },
    /** Id of a batch whose product has no GTIN. */
    batch: (address: string) => {
      const [kind, key] = segmentsBelow('class', address) ?? [];
      return kind === 'batch' ? parseInteger(key) : undefined;
    },
    /** Supplier's lot by name. */
    lot(address: string) {
      const [kind, name, lotNo = ''] = segmentsBelow('class', address) ?? [];
      return kind === 'lot' && name ? { name, lotNo } : undefined;
    },
    /** A unit or container without code text; ordinals start at 1. */
    instance(address: string) {
      const [batchId, level, ordinal] = (segmentsBelow('id', address) ?? []).map(parseInteger);
      return batchId !== undefined && level !== undefined && ordinal ? { batchId, level, ordinal: ordinal - 1 } : undefined;
    },
    /** A batch as GS1 Digital Link of any host, or as LGTIN URN. */
    lgtin(address: string) {
      const [, gtin, lot] = /^https:\/\/id\.gs1\.org\/01\/(\d{14})\/10\/([^/]+)$/.exec(normaliseName(address)) ?? [];
      return gtin && lot ? { gtin, lot: decodeSegment(lot) } : undefined;
    },
  };
}

/** @throws epcisThingUnknown where `%00` encodes a character that no name has */
function decodeSegment(part: string): string {
  try {
    const text = decodeURIComponent(part);
    if (/\p{Cc}/u.test(text)) throw new Problem('epcisThingUnknown', { name: part.slice(0, 100) });
    return text;
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}
