import { BlockList, isIP } from 'node:net';
import type { Db } from '../../../db/database.types.ts';
import * as queries from './verification.queries.ts';

/** Milliseconds that the blacklist is relied on: so long a new entry goes unseen. */
const FRESH = 5000;

interface Blocked {
  /** Devices by the first 12 of their hexadecimal digits, in full or as far as is known. */
  devices: Map<string, string[]>;
  networks: BlockList;
  empty: boolean;
}

/** Digits that every device on the list is known by. */
const DIGITS = 12;

/** Tells whether a device or an address is on the blacklist, read at most once in five seconds. */
export function blockedVisitors(db: Db) {
  let known: { blocked: Promise<Blocked>; readAt: number } | undefined;
  const current = () => {
    if (known && performance.now() - known.readAt < FRESH) return known.blocked;
    const blocked = read(db);
    known = { blocked, readAt: performance.now() };
    // a reading that failed is tried again by the next who asks
    blocked.catch(() => {
      known = undefined;
    });
    return blocked;
  };
  return async (device: Buffer, ip: string): Promise<boolean> => {
    const { devices, networks, empty } = await current();
    if (empty) return false;
    const name = device.toString('hex');
    if (devices.get(name.slice(0, DIGITS))?.some((digits) => name.startsWith(digits))) return true;
    const family = isIP(ip);
    return family !== 0 && networks.check(ip, family === 4 ? 'ipv4' : 'ipv6');
  };
}

async function read(db: Db): Promise<Blocked> {
  const rows = await queries.listBlockedVisitors(db);
  const networks = new BlockList();
  const devices = new Map<string, string[]>();
  for (const { device, network } of rows) {
    if (device) devices.set(device.slice(0, DIGITS), [...(devices.get(device.slice(0, DIGITS)) ?? []), device]);
    const [address = '', length] = (network ?? '').split('/');
    if (isIP(address))
      networks.addSubnet(address, Number(length ?? (isIP(address) === 4 ? 32 : 128)), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return { devices, networks, empty: rows.length === 0 };
}
