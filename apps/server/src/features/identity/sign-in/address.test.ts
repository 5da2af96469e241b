import { describe, expect, it } from 'vitest';
import { isAddressList, isListed, normaliseAddress } from '../../../platform/http/address-list.ts';
import { isPrivateAddress } from '../../scans/place/place.service.ts';
import { browserOf } from './client-info.ts';

describe('IP addresses', () => {
  it('are stored in plain form', () => {
    expect(['::1', '::ffff:10.0.0.1', '2001:db8::1', '127.0.0.1'].map(normaliseAddress)).toEqual([
      '127.0.0.1',
      '10.0.0.1',
      '2001:db8::1',
      '127.0.0.1',
    ]);
  });

  it('are classified as internal or external', () => {
    const inside = ['127.0.0.1', '10.0.0.1', '172.16.0.1', '172.31.9.9', '192.168.1.1', 'fd00::1', 'fe80::1'];
    const outside = ['172.15.0.1', '172.32.0.1', '11.0.0.1', '193.168.1.1', '2001:db8::1', ''];
    expect(inside.filter((ip) => !isPrivateAddress(ip))).toEqual([]);
    expect(outside.filter(isPrivateAddress)).toEqual([]);
  });

  it('match a list exactly, by prefix or by range', () => {
    const list = ' 1.2.3.4 ;5.6.*; 7.0.0.10 - 7.0.1.5；2001:DB8::7;;999.1.1.1-2.2.2.2;';
    const listed = ['1.2.3.4', '5.6.0.1', '5.6.255.255', '7.0.0.10', '7.0.0.255', '7.0.1.5', '2001:db8::7'];
    const free = ['1.2.3.40', '11.2.3.4', '5.60.0.1', '7.0.0.9', '7.0.1.6', '2001:db8::70', '2.2.2.2', ''];
    expect(listed.filter((ip) => !isListed(ip, list))).toEqual([]);
    expect(free.filter((ip) => isListed(ip, list))).toEqual([]);
    expect(isListed('1.2.3.4', '')).toBe(false);
  });

  it('match an IPv6 list in any spelling', () => {
    const list = '2001:db8:1:0:0:0:0:7;2001:db8:2:*; 2001:db8:3::10-2001:db8:3::20;::1;10.1*;1.2.3.4-2001:db8::1;9.9.9.9-8.8.8.8;*;::*';
    const listed = ['2001:DB8:1::7', '2001:db8:2::', '2001:db8:2:ffff::1', '2001:db8:3::1f', '127.0.0.1', '::1', '10.7.7.7'];
    const free = ['2001:db8:1::8', '2001:db8:20::1', '2001:db8:3::21', '11.1.2.3', '9.0.0.1', '2001:db8::1', 'fe80::1%eth0'];
    expect(listed.filter((ip) => !isListed(ip, list.replace(';*;', ';')))).toEqual([]);
    expect(free.filter((ip) => isListed(ip, list.replace(';*;', ';')))).toEqual([]);
    expect(isListed('::ffff:10.1.2.3', '10.1.*')).toBe(true);
    expect(isListed('fe80::1%eth0', 'fe80:*')).toBe(true);
  });

  it('match no entry that says less than it would block', () => {
    for (const entry of ['10.*.0.1', '10.*-10.9.9.9', '2001:*::7']) expect(isListed('10.2.3.4', entry), entry).toBe(false);
  });

  it('make up a list only if every entry is well-formed', () => {
    const right = ['', ' ; ', '10.0.0.7', '10.0.0.7; 10.1.*；10.2.0.1-10.2.0.9;', '10.1.*.*', '2001:db8:*', '::1', '*'];
    const wrong = [
      'abc',
      '-',
      '1-2-3',
      '10.0.0.7 10.0.0.8',
      '999.1.1.1',
      '10.0.0.9-10.0.0.1',
      '1.2.3.4-2001:db8::1',
      '10.*.0.1',
      '10.0.0.7; 10.0.0',
    ];
    expect(right.filter((list) => !isAddressList(list))).toEqual([]);
    expect(wrong.filter(isAddressList)).toEqual([]);
  });
});

describe('browsers and operating systems', () => {
  it('are named with their major version, as in RuoYi', () => {
    const agents: [userAgent: string, browser: string, os: string][] = [
      [
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
        'Chrome120',
        'Windows10',
      ],
      ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36 Edg/121.0.1', 'Edge121', 'Windows10'],
      [
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Safari/605.1.15',
        'Safari17',
        'macOS10',
      ],
      ['Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0', 'Firefox121', 'Linux'],
      [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 Version/16.6 Mobile/15E148 Safari/604.1',
        'Safari16',
        'iOS16',
      ],
      [
        'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.42',
        'WeChat8',
        'Android13',
      ],
      ['curl/8.5.0', 'Unknown', 'Unknown'],
      ['', 'Unknown', 'Unknown'],
    ];
    for (const [userAgent, browser, os] of agents) expect(browserOf(userAgent), userAgent).toEqual({ browser, os });
  });
});
