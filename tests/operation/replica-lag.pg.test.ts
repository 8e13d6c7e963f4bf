import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCopy, dropCopy } from '#server/test-databases.ts'
import { hasCluster, openCluster, type Server } from '#server/test-cluster.ts'
import { endAll, type Running, startPrimp } from './primp-process.ts'

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
  await dropCopy(name)
})

const login = async ({ url }: Running) => {
  const answer = await fetch(`${url}/v1/accounts/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'mia@primp.test', password: 'primp-sample-1' }),
  })
  return (await answer.json()).data.token as string
}
const page = async ({ url }: Running) => (await fetch(`${url}/@/mia-hollis`)).text()
const bio = (n: number) =>
  `Written for the ${n}th time: brides in East London, soft skin and hair that holds from the first picture to the last dance.`

test.skipIf(!hasCluster())(
  'with a replica that is far behind nobody reads less than they did, and no page is kept that shows less than was told',
  async () => {
    const [one, other] = processes as [Running, Running]
    const token = await login(one)
    await page(one)
    await page(other)
    await replica.ask('select pg_wal_replay_pause()')

    for (const n of [4, 5]) {
      const written = await fetch(`${one.url}/v1/providers/me/bio`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ bio: bio(n) }),
      })
      expect(written.status).toBe(200)
      const cookie = written.headers.getSetCookie().map((line) => line.split(';')[0])
      // Whoever wrote it reads it at once, in whichever process.
      for (const { url } of processes) {
        const own = await fetch(`${url}/v1/@/mia-hollis`, { headers: { cookie: cookie.join('; ') } })
        expect(JSON.stringify(await own.json())).toContain(`Written for the ${n}th time`)
      }
      // Everybody else within five seconds, and for good, though the replica never hears of it.
      for (const process of processes)
        await expect
          .poll(() => page(process), { timeout: 5_000, interval: 50 })
          .toContain(`Written for the ${n}th time`)
      await setTimeout(7_000)
      for (const process of processes) expect(await page(process)).toContain(`Written for the ${n}th time`)
    }

    await replica.ask('select pg_wal_replay_resume()')
    // Once it has caught up it is read from again.
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
