import { normaliseName } from '@suyuan/codes';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/problem.ts';
import * as codeService from '../../codes/code/code.service.ts';
import type { ReadEvent } from './epcis.ts';
import * as references from './trace-reference.queries.ts';

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
    /** Id of the record that an event was exported from. */
    record: (address: string) => parseInteger(segmentsBelow('event', address)?.[0]),
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

/** Subject of a record; ordinals start at 1. */
export interface Subject {
  batchId: number;
  subject: 'batch' | 'range' | 'container' | 'code';
  level?: number;
  ordinalFrom?: number;
  ordinalTo?: number;
}

/** Maximum identifiers per event, and lookups per query. */
const [MAX_IDENTIFIERS, BATCH_SIZE] = [1000, 100];

/** Resolves subjects of events: units by code, lots by batch. */
export function subjectsOf(ctx: Context) {
  const { db, scope, installation } = ctx;
  const links = ownLinks(installation.publicBaseUrl);

  /** Looks up codes in groups and throws at the first unknown one. */
  async function placesOf(identifiers: readonly string[]) {
    const names = [...new Set(identifiers)];
    const places: NonNullable<ReturnType<typeof links.instance>>[] = [];
    for (let from = 0; from < names.length; from += BATCH_SIZE) {
      const group = names.slice(from, from + BATCH_SIZE);
      const codeNames = group.filter((name) => !links.instance(name));
      const located = await codeService.locateAll(db, installation, codeNames.map(normaliseName));
      const placesByName = new Map(codeNames.map((name, at) => [name, located[at]]));
      for (const name of group) places.push(links.instance(name) ?? placesByName.get(name) ?? refuseUnknown(name));
    }
    return places;
  }

  /** Consecutive codes form a range; a record cannot cover scattered codes. */
  async function resolveItems(identifiers: readonly string[]): Promise<Subject> {
    assertLimit(identifiers.length);
    const places = await placesOf(identifiers);
    const [{ batchId, level }, ordinals] = [places[0]!, places.map(({ ordinal }) => ordinal).toSorted((one, other) => one - other)];
    const [from, to] = [ordinals[0]! + 1, ordinals.at(-1)! + 1];
    const isConsecutive =
      places.every((place) => place.batchId === batchId && place.level === level) && to - from + 1 === new Set(ordinals).size;
    if (!isConsecutive || (level > 0 && places.length > 1)) throw new Problem('epcisScattered', { count: identifiers.length });
    if (level > 0) return { batchId, subject: 'container', level, ordinalFrom: from };
    return from === to ? { batchId, subject: 'code', ordinalFrom: from } : { batchId, subject: 'range', ordinalFrom: from, ordinalTo: to };
  }

  async function resolveLots(quantities: readonly { epcClass: string }[]): Promise<Subject> {
    assertLimit(quantities.length);
    const [first = '', ...others] = new Set(quantities.map(({ epcClass }) => normaliseName(epcClass)));
    const batchId = await resolveLot(first);
    // sequential, so that the first lot of another batch stops the lookup
    for (const other of others)
      if ((await resolveLot(other)) !== batchId) throw new Problem('epcisScattered', { count: quantities.length });
    return { batchId, subject: 'batch' };
  }

  async function resolveLot(epcClass: string): Promise<number> {
    const ownBatchId = links.batch(epcClass);
    const lgtin = links.lgtin(epcClass);
    const batch =
      ownBatchId !== undefined ? { batchId: ownBatchId } : lgtin && (await references.findByGtin(db, scope, lgtin.gtin, lgtin.lot));
    return batch?.batchId ?? refuseUnknown(epcClass);
  }

  /** @throws epcisThingUnknown, epcisScattered, epcisNothingNamed, epcisEventMany */
  return async (event: ReadEvent): Promise<Subject> => {
    const isTransformation = event.type === 'TransformationEvent';
    const [identifiers = [], amounts = []] = isTransformation
      ? [event.outputEPCList, event.outputQuantityList]
      : [event.epcList, event.quantityList];
    if (event.parentID) return resolveItems([event.parentID]);
    if (identifiers.length > 0) return resolveItems(identifiers);
    if (amounts.length > 0) return resolveLots(amounts);
    if (event.childEPCs?.length) return resolveItems(event.childEPCs);
    if (event.childQuantityList?.length) return resolveLots(event.childQuantityList);
    throw new Problem('epcisNothingNamed');
  };
}

function assertLimit(count: number) {
  if (count > MAX_IDENTIFIERS) throw new Problem('epcisEventMany', { count, max: MAX_IDENTIFIERS });
}

function refuseUnknown(name: string): never {
  throw new Problem('epcisThingUnknown', { name: name.slice(0, 100).toWellFormed() });
}
