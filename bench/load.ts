import { Agent, request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { wishes } from './parties.ts'
import type { Spot } from './spots.ts'

// Runs in a separate process, so that the load does not slow down the server.

export type Load =
  | { url: string; spots: Spot[]; seed: number; connections: number; searches: number; seconds: number }
  | { url: string; paths: string[]; connections: number; seconds: number }
export type Timings = {
  posts: number[]
  gets: number[]
  seconds: number
  refused: number
  failed: number
  answers: Seen
}
/** Averages over a sample of responses, to verify that they are complete. */
export type Seen = {
  read: number
  candidates: number
  mobileCards: number
  studioCards: number
  bookedOut: number
  bytes: number
}

type Answer = { status: number; ms: number; body: Buffer; cookie: string | undefined }
const sampleEvery = 25

function call(agent: Agent, url: URL, method: string, body?: string, cookie?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const headers: Record<string, string> = { 'accept-encoding': 'gzip, deflate, br', ...(cookie ? { cookie } : {}) }
    if (body) Object.assign(headers, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    const asked = request(url, { agent, method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const raw = Buffer.concat(chunks)
        resolve({
          status: answer.statusCode ?? 0,
          ms: performance.now() - started,
          body: answer.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw,
          cookie: answer.headers['set-cookie']?.[0]?.split(';')[0],
        })
      })
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

async function run(load: Load): Promise<Timings> {
  const timings: Timings = {
    posts: [],
    gets: [],
    seconds: 0,
    refused: 0,
    failed: 0,
    answers: { read: 0, candidates: 0, mobileCards: 0, studioCards: 0, bookedOut: 0, bytes: 0 },
  }
  const started = performance.now()
  const ends = started + load.seconds * 1000
  const wish = 'spots' in load ? wishes(load.spots, load.seed) : null
  let begun = 0

  async function search(agent: Agent, most: number): Promise<void> {
    while (begun < most && performance.now() < ends) {
      begun++
      const saved = await call(agent, new URL('/v1/quotes/', load.url), 'POST', JSON.stringify(wish?.next().value))
      if (saved.status === 422) timings.refused++
      else if (saved.status !== 200) timings.failed++
      if (saved.status !== 200) continue
      timings.posts.push(saved.ms)
      const quotes = await call(
        agent,
        new URL(`/v1/quotes/${JSON.parse(saved.body.toString()).data.search.id}`, load.url),
        'GET',
        undefined,
        saved.cookie,
      )
      if (quotes.status !== 200) {
        timings.failed++
        continue
      }
      timings.gets.push(quotes.ms)
      if (timings.gets.length % sampleEvery === 1) see(quotes.body)
    }
  }

  async function read(agent: Agent, paths: string[]): Promise<void> {
    while (performance.now() < ends) {
      const path = paths[begun++]
      if (path === undefined) return
      const page = await call(agent, new URL(path, load.url), 'GET')
      if (page.status !== 200) timings.failed++
      else timings.gets.push(page.ms)
    }
  }

  function see(body: Buffer) {
    const { data } = JSON.parse(body.toString())
    const cards = (mode: string) => data.profiles[mode].length + data.offers[mode].length
    const { answers } = timings
    answers.read++
    answers.candidates += data.counts.candidates
    answers.mobileCards += cards('mobile')
    answers.studioCards += cards('studio')
    answers.bookedOut += data.bookedOutPercentage
    answers.bytes += body.length
  }

  await Promise.all(
    Array.from({ length: load.connections }, () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      return ('paths' in load ? read(agent, load.paths) : search(agent, load.searches)).finally(() => agent.destroy())
    }),
  )
  timings.seconds = (performance.now() - started) / 1000
  const { answers } = timings
  for (const name of ['candidates', 'mobileCards', 'studioCards', 'bookedOut', 'bytes'] as const)
    answers[name] = Math.round((answers[name] / Math.max(1, answers.read)) * 10) / 10
  return timings
}

process.once('message', async (load: Load) => {
  process.send?.(await run(load), () => process.disconnect())
})
