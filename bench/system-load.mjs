import autocannon from 'autocannon';

/** Load on one URL with one token, for some seconds or for an amount of requests. Prints autocannon's result as JSON. */
const [url = '', token = '', connections = '16', duration = '5', amount = '0'] = process.argv.slice(2);
const { requests, latency, errors, timeouts, non2xx } = await autocannon({
  url,
  connections: Number(connections),
  ...(Number(amount) > 0 ? { amount: Number(amount) } : { duration: Number(duration) }),
  headers: { authorization: `Bearer ${token}` },
});
console.log(JSON.stringify({ rate: requests.average, p97: latency.p97_5, p99: latency.p99, refused: non2xx + errors + timeouts }));
