import { program } from './find-program.mjs';

/** Path of Caddy for the tests of docs/ruoyi-server.md; undefined if not available. */
export const caddy = () =>
  program({
    name: 'Caddy',
    tests: '静态托管测试',
    variable: 'CADDY',
    places: ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'],
    packages: ['caddy'],
  });
