import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'

/**
 * Serves `site` over HTTP/2 with a temporary certificate, as the shipped proxies do, so that requests share a
 * connection. Needs the `openssl` command; the browser must accept an unknown certificate.
 */
export async function openHttp2Proxy(site: string): Promise<{ url: string; close: () => void }> {
  const { hostname, port, host } = new URL(site)
  const agent = new Agent({ keepAlive: true })
  const server = createSecureServer({ ...certificate(), allowHTTP1: true }, forward)
  function forward(incoming: Http2ServerRequest, outgoing: Http2ServerResponse) {
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':')))
    const upstream = httpRequest(
      { hostname, port, path: incoming.url, method: incoming.method, headers: { ...headers, host }, agent },
      (response) => {
        const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...forwarded } = response.headers
        outgoing.writeHead(response.statusCode ?? 502, forwarded)
        pipeline(response, outgoing, () => {})
      },
    )
    pipeline(incoming, upstream, (error) => error && outgoing.end())
  }
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      agent.destroy()
    },
  }
}

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'primp-bench-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  try {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-subj',
        '/CN=localhost',
        '-days',
        '2',
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { stdio: 'ignore' },
    )
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
