import { program } from './find-program.mjs';

/** Path of the libfaketime library for clock tests; undefined if not available. */
export const faketime = () =>
  program({
    name: 'libfaketime',
    tests: '时钟故障测试',
    variable: 'LIBFAKETIME',
    places: ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`),
    packages: ['libfaketime'],
  });
