import { connect, createServer, type Socket } from 'node:net'

export type Line = {
  url: string
  readonly opened: number
  readonly bytes: number
  cut: () => void
  hang: () => void
  mend: () => void
  close: () => Promise<void>
}

export async function openLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url)
  const pairs = new Set<[Socket, Socket]>()
  let [state, opened, bytes] = ['mended' as 'mended' | 'cut' | 'hanging', 0, 0]
  const server = createServer((near) => {
    opened++
    near.on('error', () => {})
    if (state === 'cut') return near.destroy()
    const far = connect(Number(port || 5432), hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    if (state === 'hanging') near.pause()
    near.on('data', (data) => {
      bytes += data.length
      if (state === 'mended') far.write(data)
    })
    far.on('data', (data) => state === 'mended' && near.write(data))
    for (const [end, other] of [pair, pair.toReversed() as [Socket, Socket]]) {
      end.on('error', () => {})
      end.on('close', () => {
        pairs.delete(pair)
        if (state !== 'hanging') other.destroy()
      })
    }
    return undefined
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const here = new URL(url)
  here.hostname = '127.0.0.1'
  here.port = String((server.address() as { port: number }).port)
  const breakAll = () => {
    for (const [near, far] of pairs) {
      near.destroy()
      far.destroy()
    }
  }
  return {
    url: here.href,
    get opened() {
      return opened
    },
    get bytes() {
      return bytes
    },
    cut: () => {
      state = 'cut'
      breakAll()
    },
    hang: () => {
      state = 'hanging'
    },
    // Hanging connections have lost bytes and cannot resume.
    mend: () => {
      if (state === 'hanging') breakAll()
      state = 'mended'
    },
    close: async () => {
      state = 'cut'
      breakAll()
      await new Promise((closed) => server.close(closed))
    },
  }
}
