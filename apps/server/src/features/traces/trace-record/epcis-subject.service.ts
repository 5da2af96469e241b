import { plainName } from '@suyuan/codes';
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
const [MOST_THINGS, AT_ONCE] = [1000, 100];

/** Resolves subjects of events: units by code, lots by batch. */
export function subjectsOf(ctx: Context) {
  const { db, scope, installation } = ctx;
  const links = ownLinks(installation.publicBaseUrl);

  /** Looks up codes in groups and throws at the first unknown one. */
  async function placesOf(listed: readonly string[]) {
    const names = [...new Set(listed)];
    const places: NonNullable<ReturnType<typeof links.instance>>[] = [];
    for (let from = 0; from < names.length; from += AT_ONCE) {
      const some = names.slice(from, from + AT_ONCE);
      const asked = some.filter((name) => !links.instance(name));
      const located = await codeService.locateAll(db, installation, asked.map(plainName));
      const found = new Map(asked.map((name, at) => [name, located[at]]));
      for (const name of some) places.push(links.instance(name) ?? found.get(name) ?? unknown(name));
    }
    return places;
  }

  /** Consecutive codes form a range; a record cannot cover scattered codes. */
  async function things(listed: readonly string[]): Promise<Subject> {
    assertFew(listed.length);
    const places = await placesOf(listed);
    const [{ batchId, level }, ordinals] = [places[0]!, places.map(({ ordinal }) => ordinal).toSorted((one, other) => one - other)];
    const [from, to] = [ordinals[0]! + 1, ordinals.at(-1)! + 1];
    const together =
      places.every((place) => place.batchId === batchId && place.level === level) && to - from + 1 === new Set(ordinals).size;
    if (!together || (level > 0 && places.length > 1)) throw new Problem('epcisScattered', { count: listed.length });
    if (level > 0) return { batchId, subject: 'container', level, ordinalFrom: from };
    return from === to ? { batchId, subject: 'code', ordinalFrom: from } : { batchId, subject: 'range', ordinalFrom: from, ordinalTo: to };
  }

  async function lots(listed: readonly { epcClass: string }[]): Promise<Subject> {
    assertFew(listed.length);
    const [first = '', ...others] = new Set(listed.map(({ epcClass }) => plainName(epcClass)));
    const batchId = await lot(first);
    // sequential, so that the first lot of another batch stops the lookup
    for (const other of others) if ((await lot(other)) !== batchId) throw new Problem('epcisScattered', { count: listed.length });
    return { batchId, subject: 'batch' };
  }

  async function lot(epcClass: string): Promise<number> {
    const made = links.batch(epcClass);
    const lgtin = links.lgtin(epcClass);
    const batch = made !== undefined ? { batchId: made } : lgtin && (await references.findByGtin(db, scope, lgtin.gtin, lgtin.lot));
    return batch?.batchId ?? unknown(epcClass);
  }

  /** @throws epcisThingUnknown, epcisScattered, epcisNothingNamed, epcisEventMany */
  return async (event: ReadEvent): Promise<Subject> => {
    const made = event.type === 'TransformationEvent';
    const [listed = [], amounts = []] = made ? [event.outputEPCList, event.outputQuantityList] : [event.epcList, event.quantityList];
    if (event.parentID) return things([event.parentID]);
    if (listed.length > 0) return things(listed);
    if (amounts.length > 0) return lots(amounts);
    if (event.childEPCs?.length) return things(event.childEPCs);
    if (event.childQuantityList?.length) return lots(event.childQuantityList);
    throw new Problem('epcisNothingNamed');
  };
}

function assertFew(count: number) {
  if (count > MOST_THINGS) throw new Problem('epcisEventMany', { count, max: MOST_THINGS });
}

function unknown(name: string): never {
  throw new Problem('epcisThingUnknown', { name: name.slice(0, 100).toWellFormed() });
}
