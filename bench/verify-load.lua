-- wrk: verifies each line of a file once, and ends with the result as JSON
local codes

function init(args)
  wrk.method = "POST"
  wrk.path = "/v1/verifications"
  wrk.headers["content-type"] = "application/json"
  codes = io.lines(args[1])
end

function request()
  return wrk.format(nil, nil, nil, '{"code":"' .. codes() .. '"}')
end

function done(summary, latency)
  local errors = summary.errors
  local refused = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('{"rate":%f,"p99":%f,"ok":%d,"refused":%d}\n', summary.requests / summary.duration * 1e6,
    latency:percentile(99) / 1000, summary.requests - errors.status, refused))
end
