import { randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { announceEvent } from '#server/platform/live/announce.ts'
import { StreamPlaces } from '#server/platform/live/stream-places.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { openSite } from './site-of-routes.ts'

let rig: TestRig
let site: Awaited<ReturnType<typeof openSite>>
let network = 0
beforeAll(async () => {
  const opened = await openRig()
  rig = { ...opened, env: { ...opened.env, TRUST_PROXY: true } }
  site = await openSite(rig)
})
afterAll(() => site.close())
const open: IncomingMessage[] = []
beforeEach(() => {
  for (const one of open.splice(0)) one.destroy()
  network += 1
})

const invented = () => `primp_visitor=${randomBytes(24).toString('base64url')}`

function listen(path: string, cookie?: string, from = '1') {
  return new Promise<{ status: number; said: () => string; over: () => boolean }>((done, fail) => {
    const headers = { 'x-forwarded-for': `203.0.${network}.${from}`, ...(cookie ? { cookie } : {}) }
    const asking = get({ host: '127.0.0.1', port: site.port, path, headers, agent: false }, (incoming) => {
      let [said, over] = ['', false]
      open.push(incoming)
      incoming.setEncoding('utf8').on('data', (more: string) => {
        said += more
      })
      incoming.on('end', () => {
        over = true
      })
      done({ status: incoming.statusCode ?? 0, said: () => said, over: () => over })
    })
    asking.on('error', fail)
  })
}

const search = async () => {
  const { body, cookie } = await rig.call('/v1/quotes/', {
    method: 'POST',
    body: {
      storeSlug: 'beauty',
      categorySlug: 'makeup-hair-styling',
      eventDate: '2027-06-12',
      finishTime: '13:30',
      services: ['makeup'],
      location: { coordinates: [-0.055, 51.545], address: { placeName: 'Hackney', countryCode: 'GB' } },
    },
    address: `127.32.0.${network}`,
  })
  return { id: body.data.search.id as string, cookie: cookie ?? '' }
}

test('invented cookies get no stream and exclude nobody, neither from their own address nor from another', async () => {
  const made = await search()
  const strangers = await Promise.all(Array.from({ length: 120 }, () => listen('/v1/live', invented())))
  expect(new Set(strangers.map(({ status }) => status))).toEqual(new Set([401]))
  const own = await listen('/v1/live', made.cookie)
  expect(own.status).toBe(200)
  await expect.poll(own.said).toContain('event: ready')
})

test("opening too many streams closes the caller's own oldest idle stream with a notice, and no stream of others", async () => {
  const [made, other] = [await search(), await search()]
  const theirs = await listen('/v1/live', other.cookie)
  const streams: Awaited<ReturnType<typeof listen>>[] = []
  for (let i = 0; i < 9; i++) streams.push(await listen('/v1/live', made.cookie))
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
  await expect.poll(() => streams[0]?.over()).toBe(true)
  expect(streams[0]?.said()).toMatch(/event: shed\ndata: \n\n$/)
  expect(streams.slice(1).map(({ over }) => over())).toEqual(Array.from({ length: 8 }, () => false))
  await createJobContext(rig, 'test').transaction((ctx) =>
    announceEvent(ctx, { to: [`search:${other.id}`], kind: 'request.answered', ref: other.id }),
  )
  await expect.poll(theirs.said).toContain('request.answered')
})

test('the streams of a search link are counted together for all invented cookies', async () => {
  const made = await search()
  const own = await listen(`/v1/quotes/${made.id}/live`, made.cookie)
  const first = await listen(`/v1/quotes/${made.id}/live`)
  for (let i = 0; i < 40; i++) expect((await listen(`/v1/quotes/${made.id}/live`, invented())).status).toBe(200)
  await expect.poll(first.over).toBe(true)
  expect(first.said()).toContain('event: shed')
  expect(own.over()).toBe(false)
})

test('when all places are taken, the network with the most streams loses its stream that was idle longest', () => {
  const places = new StreamPlaces({ all: 6, ofNetwork: 4 })
  const shed: string[] = []
  const take = (who: string, at: string, most = 9) => places.acquire(who, at, most, () => shed.push(who))
  const person = take('person', 'home')
  const flood = [1, 2, 3, 4].map((n) => take(`flood-${n}`, 'a'))
  flood[0]?.used()
  take('flood-5', 'a')
  expect(shed).toEqual(['flood-2'])
  take('b-1', 'b')
  for (const n of [1, 2, 3]) take(`c-${n}`, `c-${n}`)
  expect(shed).toEqual(['flood-2', 'flood-3', 'flood-4', 'flood-1'])
  expect(places.size).toBe(6)
  person.release()
  person.release()
  expect(places.size).toBe(5)
})
