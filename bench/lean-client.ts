import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'

export type LeanLoad = { url: string; connections: number; seconds: number; etag?: string }
export type LeanTimings = { requests: number; failed: number; seconds: number; cpuMs: number; p50: number; p99: number }

// The headers of a browser navigation.
const asBrowsersDo = [
  'Connection: keep-alive',
  'sec-ch-ua: "Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
  'sec-ch-ua-mobile: ?1',
  'sec-ch-ua-platform: "Android"',
  'Upgrade-Insecure-Requests: 1',
  'User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'Sec-Fetch-Site: same-origin',
  'Sec-Fetch-Mode: navigate',
  'Sec-Fetch-User: ?1',
  'Sec-Fetch-Dest: document',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: en-GB,en;q=0.9',
  'Cookie: primp_country=GB',
]

// A minimal client: sends one buffer, and reads only the end of the headers and the length of each response.
function run({ url, connections, seconds, etag }: LeanLoad): Promise<LeanTimings> {
  const { host, hostname, port, pathname } = new URL(url)
  const request = Buffer.from(
    [
      `GET ${pathname} HTTP/1.1`,
      `Host: ${host}`,
      ...asBrowsersDo,
      ...(etag ? [`If-None-Match: ${etag}`] : []),
      '',
      '',
    ].join('\r\n'),
  )
  const wanted = etag ? '304' : '200'
  const from = performance.now()
  const cpu = process.cpuUsage()
  const until = from + seconds * 1_000
  const times: number[] = []
  let [failed, open] = [0, connections]
  return new Promise((resolve, reject) => {
    const over = () => {
      if (--open > 0) return
      const { user, system } = process.cpuUsage(cpu)
      const sorted = Float64Array.from(times).sort()
      const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 100) / 100
      resolve({
        requests: times.length,
        failed,
        seconds: (performance.now() - from) / 1_000,
        cpuMs: (user + system) / 1_000,
        p50: at(0.5),
        p99: at(0.99),
      })
    }
    for (let n = 0; n < connections; n++) {
      const line = connect({ host: hostname, port: Number(port), noDelay: true })
      let [left, sent] = [0, 0]
      let head = ''
      const ask = () => {
        if (performance.now() >= until) return void line.end()
        sent = performance.now()
        line.write(request)
      }
      const answered = () => {
        times.push(performance.now() - sent)
        ask()
      }
      line.on('connect', ask)
      line.on('error', reject)
      line.on('close', over)
      line.on('data', (bytes) => {
        if (left > 0) {
          left -= bytes.length
          if (left <= 0) answered()
          return
        }
        const end = bytes.indexOf('\r\n\r\n')
        if (end < 0) {
          head += bytes.toString('latin1')
          return
        }
        head += bytes.toString('latin1', 0, end)
        if (head.slice(9, 12) !== wanted) failed++
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
        head = ''
        left = length - (bytes.length - end - 4)
        if (left <= 0) answered()
      })
    }
  })
}

process.once('message', async (load: LeanLoad) => {
  process.send?.(await run(load), () => process.disconnect())
})
