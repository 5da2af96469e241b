import { createHash } from 'node:crypto';
import { digitalLinkPath, type EventObject, eventText } from '@suyuan/codes';
import { type Traceability, traceFields } from '@suyuan/contract';
import { own } from '@suyuan/forms';

/** The batch of a record, as its events name it. */
export interface EpcisBatch {
  batchId: number;
  batchNo: string;
  gtin: string | null;
  /** Where our identifiers live: `https://t.example.cn`. */
  base: string;
}

/** Where the fields of our own steps have their names. */
const OWN = { suyuan: 'https://suyuan.example/epcis/' };
const CONTEXT = ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld', OWN];

/**
 * What an event is called by what it says (CBV 2.0 §8.9): whoever has the event can make the name of it, and two copies of it have one.
 * @param namespaces of the document that it stands in
 */
export const eventHashId = (event: EventObject, namespaces: Readonly<Record<string, string>> = OWN) =>
  `ni:///sha-256;${createHash('sha256').update(eventText(event, namespaces)).digest('hex')}?ver=CBV2.0`;

/** Shanghai's time as ISO 8601 with its offset. */
const iso = (time: string) => `${time.replace(' ', 'T')}.000+08:00`;

/** The class of a batch's units: an LGTIN as GS1 Digital Link, or our own address where the goods have no GTIN. */
const classOf = ({ gtin, batchNo, batchId, base }: EpcisBatch) =>
  gtin ? `https://id.gs1.org${digitalLinkPath({ gtin, lot: batchNo })}` : `${base}/class/batch/${batchId}`;

/** One instance of ours: a unit or a container by batch, level and ordinal. */
const instanceOf = ({ batchId, base }: EpcisBatch, level: number, ordinal: number) => `${base}/id/${batchId}/${level}/${ordinal}`;

/** What the steps are that put things into and take them out of containers. */
const PACKING: Partial<Record<string, 'ADD' | 'DELETE'>> = { packing: 'ADD', unpacking: 'DELETE' };
const ENDING = ['decommissioning', 'destroying'];

/**
 * A record as an EPCIS 2.0 event (GS1 EPCIS 2.0, §7.4), one to one: with inputs a TransformationEvent, packing of a container an
 * AggregationEvent, anything else an ObjectEvent. A corrected one carries its error declaration.
 * @param text of a record about one code: what its mark says, where the asker may know it
 * @param correction the record that stands in place of a corrected one
 */
export function epcisEvent(record: Traceability, batch: EpcisBatch, text: string | undefined, correction?: Traceability) {
  const event = eventOf(record, batch, text, correction && nameOf(correction, batch));
  return { ...event, eventID: nameOf(record, batch) };
}

/** What the event of a record is called: the same whoever asks, so by where its code is, which is no secret, and not by what its mark says. */
const nameOf = (record: Traceability, batch: EpcisBatch) => eventHashId(eventOf(record, batch, undefined, undefined));

function eventOf(record: Traceability, batch: EpcisBatch, text: string | undefined, correction: string | undefined) {
  const { bizStep, disposition, subject, level, ordinalFrom, ordinalTo, inputs, regionCode, placeName, lng, lat } = record;
  const lot = { epcClass: classOf(batch) };
  const count = ordinalFrom === null || ordinalTo === null ? undefined : ordinalTo - ordinalFrom + 1;
  const instance =
    (subject === 'code' || subject === 'container') && ordinalFrom !== null
      ? (text ?? instanceOf(batch, level ?? 0, ordinalFrom))
      : undefined;
  const quantities = [count === undefined ? lot : { ...lot, quantity: count }];
  const where = lat !== null && lng !== null ? `geo:${lat},${lng}` : `${batch.base}/place/${regionCode ?? 'unknown'}`;
  const common = {
    eventTime: iso(record.eventTime),
    eventTimeZoneOffset: '+08:00',
    ...(record.submitTime && { recordTime: iso(record.submitTime) }),
    bizStep,
    ...(disposition && { disposition }),
    readPoint: { id: where },
    ...(regionCode && { bizLocation: { id: `${batch.base}/place/${regionCode}` } }),
    ...(record.state === 'corrected' && {
      errorDeclaration: {
        declarationTime: iso(record.updateTime ?? record.verifyTime ?? record.eventTime),
        reason: 'incorrect_data',
        ...(correction && { correctiveEventIDs: [correction] }),
      },
    }),
    // two records may say the same of the same things, and are two events
    'suyuan:record': `${batch.base}/event/${record.traceRecordId}`,
    'suyuan:step': record.stepName,
    ...(subject === 'range' && { 'suyuan:ordinalFrom': ordinalFrom, 'suyuan:ordinalTo': ordinalTo }),
    ...(placeName && { 'suyuan:place': placeName }),
    ...(record.partyName && { 'suyuan:party': record.partyName }),
    ...(record.hash && { 'suyuan:link': record.hash }),
    ...Object.fromEntries(
      traceFields(record.form).flatMap(({ name }) => {
        const value = own(record.data, name);
        return value === undefined ? [] : [[`suyuan:${name}`, value]];
      }),
    ),
  };
  if (inputs.length > 0) {
    const inputQuantityList = inputs.map(({ inputBatchId, inputName, lotNo, quantity }) => ({
      epcClass: inputBatchId
        ? `${batch.base}/class/batch/${inputBatchId}`
        : `${batch.base}/class/lot/${encodeURIComponent(inputName)}/${encodeURIComponent(lotNo ?? '')}`,
      ...(quantity !== null && { quantity }),
    }));
    const outputs = instance ? { outputEPCList: [instance] } : { outputQuantityList: quantities };
    return { type: 'TransformationEvent', ...common, inputQuantityList, ...outputs };
  }
  const packing = PACKING[bizStep];
  if (packing && subject === 'container' && instance) {
    return { type: 'AggregationEvent', ...common, action: packing, parentID: instance, childQuantityList: [lot] };
  }
  const action =
    bizStep === 'commissioning' || bizStep === 'creating_class_instance' ? 'ADD' : ENDING.includes(bizStep) ? 'DELETE' : 'OBSERVE';
  return { type: 'ObjectEvent', ...common, action, ...(instance ? { epcList: [instance] } : { quantityList: quantities }) };
}

/** What of a document stands around its events, ready for any EPCIS 2.0 repository. */
export const epcisHead = (now: Date) => ({
  '@context': CONTEXT,
  type: 'EPCISDocument',
  schemaVersion: '2.0',
  creationDate: now.toISOString(),
});
