import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { hasCluster, openCluster, type Server } from '#server/test-cluster.ts'
import { endAll, type Running, startPrimp } from './primp-process.ts'
import { signedIn, tokenOf } from '#tests/signed-in.ts'

const name = `${process.pid}_replica_lag`
const cluster = hasCluster() ? openCluster() : undefined
let [primary, replica] = [undefined as unknown as Server, undefined as unknown as Server]
let processes: Running[] = []

beforeAll(async () => {
  if (!cluster) return
  primary = await cluster.primary()
  cluster.fill(primary, await createCopy(name))
  replica = await cluster.replicaOf(primary)
  const env = { DATABASE_URL: primary.url(), DATABASE_READ_URLS: replica.url(), SAMPLE_MARKET: 'on' }
  processes = await Promise.all([startPrimp('', env), startPrimp('', env)])
}, 180_000)
afterAll(async () => {
  await endAll()
  if (!cluster) return
  await cluster.close()
  await deleteCopy(name)
})

const login = async ({ url }: Running) => {
  const answer = await fetch(`${url}/v1/accounts/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'mia@primp.test', password: 'primp-sample-1' }),
  })
  return tokenOf(answer)
}
const page = async ({ url }: Running) => (await fetch(`${url}/@/mia-hollis`)).text()
const bio = (n: number) =>
  `Written for the ${n}th time: brides in East London, soft skin and hair that holds from the first picture to the last dance.`

test.skipIf(!hasCluster())(
  'with a lagging replica nobody reads older data than before, and no cached page is older than its notifications',
  async () => {
    const [one, other] = processes as [Running, Running]
    const token = await login(one)
    await page(one)
    await page(other)
    await replica.ask('select pg_wal_replay_pause()')

    for (const n of [4, 5]) {
      const written = await fetch(`${one.url}/v1/providers/me/bio`, {
        method: 'PUT',
        headers: { ...signedIn(token), 'content-type': 'application/json' },
        body: JSON.stringify({ bio: bio(n) }),
      })
      expect(written.status).toBe(200)
      const cookie = written.headers.getSetCookie().map((line) => line.split(';')[0])
      // The author reads the write immediately, in any process.
      for (const { url } of processes) {
        const own = await fetch(`${url}/v1/@/mia-hollis`, { headers: { cookie: cookie.join('; ') } })
        expect(JSON.stringify(await own.json())).toContain(`Written for the ${n}th time`)
      }
      // Others read it within five seconds, and permanently, although the replica never receives it.
      for (const process of processes)
        await expect
          .poll(() => page(process), { timeout: 5_000, interval: 50 })
          .toContain(`Written for the ${n}th time`)
      await setTimeout(7_000)
      for (const process of processes) expect(await page(process)).toContain(`Written for the ${n}th time`)
    }

    await replica.ask('select pg_wal_replay_resume()')
    const reading = async () =>
      Number(
        (
          await replica.ask(
            `select coalesce(sum(tup_returned), 0) as n from pg_stat_database where datname = 'postgres'`,
          )
        )[0]?.['n'],
      )
    await expect
      .poll(
        async () => {
          const before = await reading()
          await Promise.all(
            Array.from({ length: 20 }, () => fetch(`${one.url}/v1/@/mia-hollis`).then((answer) => answer.text())),
          )
          await setTimeout(1_100)
          return (await reading()) - before
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(200)
    expect(await page(one)).toContain('Written for the 5th time')
  },
  90_000,
)

const numberIn = (bio: string): number => Number(/for the (\d+)th time/.exec(bio)?.[1])

const bioOf = async (server: Server): Promise<string> =>
  String((await server.ask(`select bio from provider where slug = 'mia-hollis'`))[0]?.['bio'])

test.skipIf(!hasCluster())(
  'after a fail-over to the other server of DATABASE_URL the same process responds within three seconds, and loses nothing acknowledged',
  async () => {
    await endAll()
    // Synchronous replication.
    await primary.ask(`alter system set synchronous_standby_names = '*'`)
    await primary.ask('select pg_reload_conf()')
    const hosts = `127.0.0.1:${replica.port},127.0.0.1:${primary.port}`
    const primp = await startPrimp(
      '',
      {
        DATABASE_URL: `postgres://primp@${hosts}/postgres?target_session_attrs=read-write`,
        SAMPLE_MARKET: 'on',
        DATABASE_CONNECT_MS: '1000',
        DATABASE_ANSWER_MS: '2000',
      },
      '/readyz',
    )
    const token = await login(primp)
    const answers: { n: number; status: number; at: number }[] = []
    let [writing, n] = [true, 0]
    const writer = (async () => {
      while (writing) {
        n++
        const answer = await fetch(`${primp.url}/v1/providers/me/bio`, {
          method: 'PUT',
          headers: { ...signedIn(token), 'content-type': 'application/json' },
          body: JSON.stringify({ bio: bio(n) }),
        })
        await answer.text()
        answers.push({ n, status: answer.status, at: performance.now() })
        await setTimeout(20)
      }
    })()
    const ready = async () => (await fetch(`${primp.url}/readyz`)).status
    await expect
      .poll(() => answers.filter(({ status }) => status === 200).length, { timeout: 20_000 })
      .toBeGreaterThan(10)
    expect(await ready()).toBe(200)

    primary.stop('immediate')
    await setTimeout(1_000)
    expect(await ready()).toBe(503)
    // Acknowledged writes had been replicated.
    const acknowledged = answers.findLast(({ status }) => status === 200)?.n ?? 0
    await expect.poll(async () => numberIn(await bioOf(replica))).toBeGreaterThanOrEqual(acknowledged)
    replica.promote()
    const promoted = performance.now()
    await expect.poll(() => answers.at(-1)?.status, { timeout: 10_000, interval: 20 }).toBe(200)
    const again = answers.find(({ status, at }) => status === 200 && at > promoted)
    expect((again?.at ?? Number.POSITIVE_INFINITY) - promoted).toBeLessThan(3_000)
    await expect.poll(ready, { timeout: 5_000 }).toBe(200)
    writing = false
    await writer

    // Everything else was refused with a retryable status.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    const last = answers.findLast(({ status }) => status === 200)?.n
    expect(numberIn(await bioOf(replica))).toBe(last)
    expect(await (await fetch(`${primp.url}/v1/@/mia-hollis`)).text()).toContain(`the ${last}th time`)
  },
  90_000,
)
