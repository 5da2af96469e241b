import { type RawBuilder, sql } from 'kysely';

/** Hexadecimal digits of a device id in lists: 48 of 128 bits, which are indexed. */
export const DEVICE_DIGITS = 12;

export const padDevice = (digits: string, digit: string) => Buffer.from(digits.padEnd(32, digit), 'hex');

const network = (address: RawBuilder<unknown>) => sql`network(set_masklen(${address}, case family(${address}) when 4 then 24 else 48 end))`;

/** The network of the address has an index, unless a larger one is requested. */
export function isFrom(address: string): RawBuilder<boolean> {
  const [ip = '', length] = address.split('/');
  const within = sql<boolean>`ip <<= ${address}::inet`;
  const isLarge = length !== undefined && Number(length) < (ip.includes(':') ? 48 : 24);
  return isLarge ? within : sql<boolean>`(${network(sql`ip`)} = ${network(sql`${address}::inet`)} and ${within})`;
}

/** By the first digits of its id. */
export function hasDevice(digits: string): RawBuilder<boolean> {
  const start = digits.slice(0, DEVICE_DIGITS);
  const [from, to] = ['0', 'f'].map((digit) => Buffer.from(start.padEnd(DEVICE_DIGITS, digit), 'hex'));
  if (digits.length < DEVICE_DIGITS) return sql<boolean>`substr(device, 1, 6) between ${from} and ${to}`;
  const rest = digits.length === DEVICE_DIGITS ? sql`true` : sql`device between ${padDevice(digits, '0')} and ${padDevice(digits, 'f')}`;
  return sql<boolean>`(substr(device, 1, 6) = ${from} and ${rest})`;
}
