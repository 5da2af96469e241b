import { program } from './program.mjs';

/** The web server of the tests of docs/ruoyi-server.md: its path, undefined where there is no way to one. */
export const caddy = () =>
  program({
    name: 'Caddy',
    tests: '静态托管测试',
    variable: 'CADDY',
    places: ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'],
    packages: ['caddy'],
  });
