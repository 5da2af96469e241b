import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** Requests `url` once for each code of a file, over several connections. Prints autocannon's result as JSON. */
const [url = '', file = '', connections = '64', duration = '10'] = process.argv.slice(2);
const codes = readFileSync(file, 'utf8').trim().split('\n');
const share = Math.floor(codes.length / Number(connections));
let client = 0;

const seen = await autocannon({
  url,
  connections: Number(connections),
  duration: Number(duration),
  // connections use disjoint codes: concurrent scans of one code are a different case
  setupClient(connection) {
    const own = codes.slice(client * share, ++client * share);
    connection.setRequests(
      own.map((code) => ({
        method: 'POST',
        path: '/v1/verifications',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      })),
    );
  },
});
const { requests, latency, errors, timeouts, non2xx, '2xx': ok } = seen;
console.log(JSON.stringify({ rate: requests.average, p50: latency.p50, p99: latency.p99, ok, refused: non2xx + errors + timeouts }));
