import { program } from './program.mjs';

/** The library by which a test sets a process's clock: its path, undefined where there is no way to one. */
export const faketime = () =>
  program({
    name: 'libfaketime',
    tests: '时钟故障测试',
    variable: 'LIBFAKETIME',
    places: ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`),
    packages: ['libfaketime'],
  });
