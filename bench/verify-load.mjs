import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** Asks `url` for the codes of a file, each once, over some connections for some seconds; prints what autocannon saw as JSON. */
const [url = '', file = '', connections = '64', duration = '10'] = process.argv.slice(2);
const codes = readFileSync(file, 'utf8').trim().split('\n');
const share = Math.floor(codes.length / Number(connections));
let client = 0;

const seen = await autocannon({
  url,
  connections: Number(connections),
  duration: Number(duration),
  // each connection has codes of its own: the same code from all at once is another question
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
