import { BlockList, isIP } from 'node:net';
import { shelfOf } from '../../../platform/cache/shelf.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import * as queries from './verification.queries.ts';

interface Blocked {
  /** Keyed by the first 12 hexadecimal digits; an entry may be a prefix. */
  devices: Map<string, string[]>;
  networks: BlockList;
  empty: boolean;
}

/** Minimum number of hexadecimal digits of a device entry. */
const DIGITS = 12;

/** Checks a device or an address against the blacklist, which is cached for seconds. */
export function blockedVisitors(db: Db) {
  const shelf = shelfOf<Promise<Blocked>>(db, 'blocked_visitors');
  const current = () => {
    const known = shelf.get('all');
    if (known) return known;
    const blocked = read(db);
    shelf.put('all', blocked);
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
