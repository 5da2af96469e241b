import { program } from './find-program.mjs';

/** Path of Patroni for the failover test, next to etcd, HAProxy and PostgreSQL; undefined if not available. */
export const patroni = () =>
  program({
    name: 'Patroni',
    tests: '主备切换测试',
    variable: 'PATRONI',
    places: ['/usr/bin/patroni'],
    packages: ['patroni'],
    companions: ['python3-etcd', 'etcd-server', 'haproxy', 'postgresql-15'],
  });
