import { plainName } from '@suyuan/codes';
import type { Context } from '../../../http/context.ts';
import { Problem } from '../../../http/problem.ts';
import * as codeService from '../code/code.service.ts';
import type { ReadEvent } from './epcis-event.ts';
import { ownLinks } from './epcis-links.ts';
import * as queries from './traceability.queries.ts';

/** What an event is about, as a record has it; ordinals count from 1. */
export interface Subject {
  batchId: number;
  subject: 'batch' | 'range' | 'container' | 'code';
  level?: number;
  ordinalFrom?: number;
  ordinalTo?: number;
}

/** Finds out what events are about: things by their codes, lots by their batches. */
export function subjectsOf(ctx: Context) {
  const { db, scope, installation } = ctx;
  const links = ownLinks(installation.publicBaseUrl);

  async function instance(name: string) {
    const place = links.instance(name) ?? (await codeService.locate(db, installation, ssccOf(name) ?? name));
    if (!place) throw new Problem('epcisThingUnknown', { name: name.slice(0, 100) });
    return place;
  }

  /** Codes one after another are a run; others are not one thing that a record could be about. */
  async function things(listed: readonly string[]): Promise<Subject> {
    const places = await Promise.all(listed.map(instance));
    const [{ batchId, level }, ordinals] = [places[0]!, places.map(({ ordinal }) => ordinal).toSorted((one, other) => one - other)];
    const [from, to] = [ordinals[0]! + 1, ordinals.at(-1)! + 1];
    const together =
      places.every((place) => place.batchId === batchId && place.level === level) && to - from + 1 === new Set(ordinals).size;
    if (!together || (level > 0 && places.length > 1)) throw new Problem('epcisScattered', { count: listed.length });
    if (level > 0) return { batchId, subject: 'container', level, ordinalFrom: from };
    return from === to ? { batchId, subject: 'code', ordinalFrom: from } : { batchId, subject: 'range', ordinalFrom: from, ordinalTo: to };
  }

  async function lots(listed: readonly { epcClass: string }[]): Promise<Subject> {
    const keys = await Promise.all(listed.map(({ epcClass }) => lot(epcClass)));
    if (new Set(keys).size > 1) throw new Problem('epcisScattered', { count: listed.length });
    return { batchId: keys[0]!, subject: 'batch' };
  }

  async function lot(epcClass: string): Promise<number> {
    const made = links.batch(epcClass);
    const lgtin = links.lgtin(epcClass);
    const batch = made !== undefined ? { batchId: made } : lgtin && (await queries.findByGtin(db, scope, lgtin.gtin, lgtin.lot));
    if (!batch) throw new Problem('epcisThingUnknown', { name: epcClass.slice(0, 100) });
    return batch.batchId;
  }

  /** @throws epcisThingUnknown, epcisScattered, epcisNothingNamed */
  return (event: ReadEvent): Promise<Subject> => {
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

/** The SSCC of a logistic unit's link or older name, as its label says it. */
const ssccOf = (name: string) => {
  const [, sscc] = /\/00\/(\d{18})$/.exec(plainName(name)) ?? [];
  return sscc && `(00)${sscc}`;
};
