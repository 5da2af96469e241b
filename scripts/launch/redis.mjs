import { program } from './find-program.mjs';

/** Path of Redis or Valkey for the tests of replicas; undefined if not available. */
export const redis = () =>
  program({
    name: 'Redis',
    tests: '多副本测试',
    variable: 'REDIS_SERVER',
    places: ['/usr', '/usr/local', '/opt/homebrew'].flatMap((root) => ['redis', 'valkey'].map((name) => `${root}/bin/${name}-server`)),
    packages: ['redis-server'],
  });
