import { Agent, request } from 'node:http'
import { cpuBetween, databaseCpu, type Site } from './site.ts'
import { round, type Spread, spreadOf, sized } from './measure.ts'
import { keepCookie, signedIn } from '#tests/signed-in.ts'

export type SignIns = {
  /** Sign-ins by password per second, each with its argon2id hash. */
  perSecond: number
  ms: Spread
  serverCpuMsEach: number
}
export type KnownGet = {
  /** Signed-in users: with more users, fewer lookups are cached. */
  people: number
  anonymousCpuMs: number
  addedCpuMs: number
  addedDatabaseCpuMs: number | null
}

const person = { name: 'Bench Marsh', email: 'bench@mail.example', password: 'three plain words' }
const agent = new Agent({ keepAlive: true, maxSockets: 16 })
const path = '/v1/quotes/formSettings'

type Answer = { status: number; ms: number; body: string; cookies: string[] }
function call(
  site: Site,
  method: string,
  to: string,
  { body, bearer }: { body?: unknown; bearer?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
      ...(bearer ? signedIn(bearer) : {}),
    }
    const asked = request(new URL(to, site.url), { agent, method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          ms: performance.now() - started,
          body: Buffer.concat(chunks).toString(),
          cookies: answer.headers['set-cookie'] ?? [],
        }),
      )
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(text)
  })
}

async function signIn(site: Site): Promise<{ token: string; ms: number }> {
  const { status, ms, body, cookies } = await call(site, 'POST', '/v1/accounts/login', {
    body: { email: person.email, password: person.password },
  })
  if (status !== 200) throw new Error(`Sign-in returned ${status}.`)
  return { token: keepCookie(JSON.parse(body).data.token, cookies), ms }
}

/** Signs in one person repeatedly, sixteen at once. */
export async function measureSignIns(site: Site, seconds = sized(8)): Promise<SignIns & { tokens: string[] }> {
  const made = await call(site, 'POST', '/v1/accounts/register', {
    body: { ...person, acceptTerms: true, adult: true },
  })
  if (made.status !== 200 && made.status !== 409) throw new Error(`Registration returned ${made.status}.`)
  for (let i = 0; i < 20; i++) await signIn(site)
  const [times, tokens]: [number[], string[]] = [[], []]
  const [began, cpu] = [performance.now(), await site.cpuMs()]
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (performance.now() < began + seconds * 1000) {
        const { token, ms } = await signIn(site)
        times.push(ms)
        tokens.push(token)
      }
    }),
  )
  const took = (performance.now() - began) / 1000
  return {
    perSecond: round(times.length / took, 0),
    ms: spreadOf(times),
    serverCpuMsEach: round(((await site.cpuMs()) - cpu) / times.length),
    tokens,
  }
}

/** Measures the extra cost of a signed-in GET. Alternates with anonymous calls, so that other load affects both. */
export async function measureKnownGet(
  site: Site,
  tokens: readonly string[],
  url: string | undefined,
  calls = sized(6000),
): Promise<KnownGet> {
  const used = { anonymous: 0, known: 0, anonymousDatabase: 0, knownDatabase: 0 }
  let turn = 0
  const run = async (bearers: readonly (string | undefined)[], n: number) => {
    const [before, cpu] = [databaseCpu(url), await site.cpuMs()]
    let left = n
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (left-- > 0) {
          const { status } = await call(site, 'GET', path, { bearer: bearers[turn++ % bearers.length] })
          if (status !== 200) throw new Error(`A read returned ${status}.`)
        }
      }),
    )
    return { server: (await site.cpuMs()) - cpu, database: cpuBetween(before, databaseCpu(url)) }
  }
  await run([undefined], sized(2000))
  await run(tokens, sized(2000))
  const rounds = 4
  for (let i = 0; i < rounds; i++) {
    const anonymous = await run([undefined], calls / rounds)
    const known = await run(tokens, calls / rounds)
    used.anonymous += anonymous.server
    used.known += known.server
    used.anonymousDatabase += anonymous.database
    used.knownDatabase += known.database
  }
  return {
    people: tokens.length,
    anonymousCpuMs: round(used.anonymous / calls, 3),
    addedCpuMs: round((used.known - used.anonymous) / calls, 3),
    addedDatabaseCpuMs: url ? round((used.knownDatabase - used.anonymousDatabase) / calls, 3) : null,
  }
}
