import { normaliseName } from '@suyuan/codes';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as codeService from '../../codes/code/code.service.ts';
import type { ReadEvent } from './epcis-event.ts';
import { ownLinks } from './epcis-links.ts';
import * as references from './trace-reference.queries.ts';

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
    for (const other of others) if ((await resolveLot(other)) !== batchId) throw new Problem('epcisScattered', { count: quantities.length });
    return { batchId, subject: 'batch' };
  }

  async function resolveLot(epcClass: string): Promise<number> {
    const ownBatchId = links.batch(epcClass);
    const lgtin = links.lgtin(epcClass);
    const batch = ownBatchId !== undefined ? { batchId: ownBatchId } : lgtin && (await references.findByGtin(db, scope, lgtin.gtin, lgtin.lot));
    return batch?.batchId ?? refuseUnknown(epcClass);
  }

  /** @throws epcisThingUnknown, epcisScattered, epcisNothingNamed, epcisEventMany */
  return async (event: ReadEvent): Promise<Subject> => {
    const isTransformation = event.type === 'TransformationEvent';
    const [identifiers = [], amounts = []] = isTransformation ? [event.outputEPCList, event.outputQuantityList] : [event.epcList, event.quantityList];
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
