import { program } from './program.mjs';

/** The proxy of the tests of rolling restarts: its path, undefined where there is no way to one. */
export const nginx = () =>
  program({
    name: 'nginx',
    tests: '滚动重启测试',
    variable: 'NGINX',
    places: ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'],
    packages: ['nginx-light'],
  });
