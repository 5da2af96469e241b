import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventText, normaliseName } from './event-text.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** First example of the reference implementation, with the expected hash. */
const REFERENCE = {
  type: 'ObjectEvent',
  eventTime: '2020-03-04T11:00:30.000+01:00',
  eventTimeZoneOffset: '+01:00',
  recordTime: '2020-03-04T11:00:30.999+01:00',
  epcList: ['urn:epc:id:sscc:4012345.0000000333', 'urn:epc:id:sscc:4012345.0000000111', 'urn:epc:id:sscc:4012345.0000000222'],
  action: 'OBSERVE',
  bizStep: 'urn:epcglobal:cbv:bizstep:departing',
  readPoint: { id: 'urn:epc:id:sgln:4012345.00011.987' },
  'example:myField1': { '@xmlns:example': 'https://ns.example.com/epcis/', 'example:mySubField1': '2', 'example:mySubField2': '5' },
  'example:myField2': { '@xmlns:example': 'https://ns.example.com/epcis/', '#text': '0' },
  'example:myField3': { '@xmlns:example': 'https://ns.example.com/epcis/', 'example:mySubField3': ['3', '1'] },
};

describe('canonical event text', () => {
  it('has the hash published for the reference implementation', () => {
    expect(hashOf(eventText(REFERENCE))).toBe('6ae96341e0acc6d7a261364751f60e68278a81cdf51da0abb6b4e617014e39d7');
  });

  it('is the same for every notation of an event', () => {
    const { eventTime, ...rest } = REFERENCE;
    const same = {
      ...Object.fromEntries(Object.entries(rest).toReversed()),
      eventTime: '2020-03-04T10:00:30Z',
      recordTime: '2021-01-01T00:00:00Z',
      eventID: 'urn:uuid:1',
      epcList: [
        'https://example.com/00/040123450000003338?x=1',
        'urn:epc:id:sscc:4012345.0000000222',
        'urn:epc:id:sscc:4012345.0000000111',
      ],
      bizStep: ' departing ',
      readPoint: { id: 'https://shop.example.com/414/4012345000115/254/987' },
      'example:myField2': '0.0',
    };
    const within = { example: 'https://ns.example.com/epcis/' };
    expect(eventText(same, within)).toBe(eventText(REFERENCE));
    expect(eventTime).toBeDefined();
  });

  it('differs when any property of the event differs', () => {
    const whole = hashOf(eventText(REFERENCE));
    const others = [
      { eventTime: '2020-03-04T11:00:30.001+01:00' },
      { eventTimeZoneOffset: '+02:00' },
      { action: 'ADD' },
      { disposition: 'in_transit' },
      { 'example:myField2': '1' },
      { bizLocation: { id: 'https://example.com/a' } },
      { quantityList: [{ epcClass: 'https://id.gs1.org/01/09506000134352/10/A', quantity: 2 }] },
    ];
    for (const other of others) expect(hashOf(eventText({ ...REFERENCE, ...other }))).not.toBe(whole);
  });

  it('sorts list items, expands words and omits zeros', () => {
    const text = eventText(
      {
        type: 'TransformationEvent',
        eventTime: '2026-03-01T08:00:00.1236+08:00',
        eventTimeZoneOffset: '+08:00',
        inputQuantityList: [
          { epcClass: 'urn:epc:class:lgtin:9506000.013435.B', quantity: 2.5, uom: 'KGM' },
          { epcClass: 'https://t.example.cn/class/lot/a', quantity: 1 },
        ],
        outputEPCList: ['https://t.example.cn/c/ZZZZ', 'https://t.example.cn/c/AAAA'],
        bizStep: 'https://ref.gs1.org/cbv/BizStep-commissioning',
        disposition: 'cbv:Disp-active',
        persistentDisposition: { set: ['completeness_verified'], unset: ['needs_replacement'] },
        bizTransactionList: [{ type: 'po', bizTransaction: 'urn:a' }, { bizTransaction: 'urn:b' }],
        ilmd: { 'x:lot': 'L1' },
        'x:b': [2, 1],
        'x:a': true,
      },
      { x: 'https://x.example/' },
    );
    expect(text).toBe(
      'eventType=TransformationEventeventTime=2026-03-01T00:00:00.124ZeventTimeZoneOffset=+08:00' +
        'inputQuantityListquantityElementepcClass=https://id.gs1.org/01/09506000134352/10/Bquantity=2.5uom=KGM' +
        'quantityElementepcClass=https://t.example.cn/class/lot/aquantity=1' +
        'outputEPCListepc=https://t.example.cn/c/AAAAepc=https://t.example.cn/c/ZZZZ' +
        'bizStep=https://ref.gs1.org/cbv/BizStep-commissioningdisposition=https://ref.gs1.org/cbv/Disp-active' +
        'persistentDispositionset=https://ref.gs1.org/cbv/Disp-completeness_verifiedunset=https://ref.gs1.org/cbv/Disp-needs_replacement' +
        'bizTransactionListbizTransaction=urn:btype=https://ref.gs1.org/cbv/BTT-pobizTransaction=urn:a' +
        'ilmd{https://x.example/}lot=L1{https://x.example/}a=true{https://x.example/}b=1{https://x.example/}b=2',
    );
  });

  it('handles values of any length, and treats oversized names and numbers as text', () => {
    const long = (part: string) => part.repeat(1_000_000 / part.length);
    const values = [`${long('1')}x`, `${long('.')}1`, `http://x${long('/01/1')}/`, `http://x${long('/01')}//`, `urn:epc:${long('a:')}`];
    for (const value of values) expect(eventText({ type: 'ObjectEvent', 'x:a': value })).toBe(`eventType=ObjectEventx:a=${value}`);
    expect(eventText({ type: 'ObjectEvent', 'x:a': ['007', '-.50', '3.', '1.2.3', ''] })).toBe(
      'eventType=ObjectEventx:a=x:a=-0.5x:a=1.2.3x:a=3x:a=7',
    );
  });

  it('reduces a Digital Link to its identifying part, and keeps other URLs', () => {
    const links: [string, string][] = [
      ['https://t.example.cn/01/09506000134352/10/A1/21/S9?17=261231', 'https://id.gs1.org/01/09506000134352/21/S9'],
      ['https://t.example.cn/brand/01/9506000134352/10/A1/', 'https://id.gs1.org/01/09506000134352/10/A1'],
      ['https://t.example.cn/00/340123450000000018', 'https://id.gs1.org/00/340123450000000018'],
      ['https://t.example.cn/c/8QK2', 'https://t.example.cn/c/8QK2'],
      ['https://t.example.cn/place/440300', 'https://t.example.cn/place/440300'],
      ['https://t.example.cn/01/x/y', 'https://t.example.cn/01/x/y'],
      ['https://t.example.cn/01/09506000134352/10', 'https://t.example.cn/01/09506000134352/10'],
      ['https://t.example.cn/01/09506000134352//10/A1', 'https://t.example.cn/01/09506000134352//10/A1'],
      ['urn:epc:class:lgtin:9506000.013435.A1', 'https://id.gs1.org/01/09506000134352/10/A1'],
      ['urn:epc:id:giai:4012345.ABC', 'urn:epc:id:giai:4012345.ABC'],
    ];
    for (const [link, expected] of links) expect(normaliseName(link)).toBe(expected);
  });
});
