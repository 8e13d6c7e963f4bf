import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announceEvent } from '#server/platform/live/announce.ts'
import { createLinkKey } from '#server/platform/http/act-key.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { createEndedAppointment, deleteTestAppointments } from '#server/testing/bookings.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let [ana, mia] = ['', '']
let calls = 0
const open: AbortController[] = []
const signIn = async (email: string) =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email, password: 'primp-sample-1' },
      address: `127.31.0.${++calls}`,
    })
  ).body.data
const idOf = async (email: string) =>
  (await rig.database.db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
const tokenFor = async (bearer: string): Promise<string> =>
  (await rig.call('/v1/live/token', { method: 'POST', body: {}, bearer })).body.data.token
const tell = (to: string[], kind: string, ref = '', fail = false) =>
  createJobContext(rig, 'test').transaction(async (ctx) => {
    await announceEvent(ctx, { to, kind, ref })
    if (fail) throw new Error('undone')
  })

type Heard = { id: number; event: string; kind?: string; ref?: string }

async function listen(query: string, headers: Record<string, string> = {}) {
  const stop = new AbortController()
  open.push(stop)
  const token = query.match(/token=([^&]+)/)?.[1] ?? headers['authorization']?.replace('Bearer ', '') ?? ''
  const response = await rig.api.request(
    `/v1/live${query}`,
    { headers: { cookie: rig.cookieOf(token), ...headers }, signal: stop.signal },
    { address: `127.31.1.${++calls}` },
  )
  const heard: Heard[] = []
  const state = { over: false }
  const reader = response.body?.getReader()
  const read = async () => {
    let text = ''
    for (;;) {
      const part = await reader?.read().catch(() => undefined)
      if (!part || part.done) break
      text += new TextDecoder().decode(part.value)
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = Object.fromEntries(
          block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
        )
        heard.push({
          id: Number(fields['id'] ?? 0),
          event: fields['event'] ?? '',
          ...(fields['data'] ? JSON.parse(fields['data']) : {}),
        })
      }
    }
    state.over = true
  }
  const reading = response.status === 200 ? read() : Promise.resolve()
  const until = async (done: () => boolean) => {
    for (let i = 0; i < 200 && !done(); i++) await new Promise((wait) => setTimeout(wait, 10))
  }
  return {
    status: response.status,
    heard,
    state,
    until,
    close: async () => {
      await reader?.cancel()
      await reading
    },
  }
}
const kinds = (heard: Heard[]) => heard.filter(({ event }) => event === 'live').map(({ kind, ref }) => `${kind} ${ref}`)

beforeAll(async () => {
  rig = await openRig()
  ;[ana, mia] = await Promise.all([idOf('ana@primp.test'), idOf('mia@primp.test')])
})
afterAll(async () => {
  for (const one of open) one.abort()
  await rig.database.db.deleteFrom('live_event').execute()
})

describe('Live stream', () => {
  test('committed events reach their recipients only, once', async () => {
    const [hers, other] = [await signIn('ana@primp.test'), await signIn('mia@primp.test')]
    const stream = await listen(`?token=${await tokenFor(hers.token)}`)
    const wrong = await listen(`?token=${await tokenFor(other.token)}`)
    await stream.until(() => stream.heard.length > 0 && wrong.heard.length > 0)
    expect(stream.heard[0]).toMatchObject({ event: 'ready' })
    await tell([`account:${ana}`, `account:${ana}`], 'request.answered', 'one')
    await tell([`account:${ana}`], 'undone', 'never', true).catch(() => {})
    await tell([`account:${mia}`], 'message.new', 'hers')
    await tell([`account:${ana}`], 'offer.new', 'two')
    await stream.until(() => kinds(stream.heard).length >= 2 && kinds(wrong.heard).length >= 1)
    expect(kinds(stream.heard)).toEqual(['request.answered one', 'offer.new two'])
    expect(kinds(wrong.heard)).toEqual(['message.new hers'])
    await Promise.all([stream.close(), wrong.close()])
  })

  test('a stream resumes from the last event’s number without loss or repeat, however often it breaks', async () => {
    const { token } = await signIn('ana@primp.test')
    const live = await tokenFor(token)
    const all: string[] = []
    let last: number | null = null
    let n = 0
    for (let round = 0; round < 6; round++) {
      const stream = await listen(`?token=${live}${last === null ? '' : `&after=${last}`}`)
      await stream.until(() => stream.heard.length > 0)
      // Some events during the connection, some between connections, some concurrently.
      await Promise.all([tell([`account:${ana}`], 'n', String(n++)), tell([`account:${ana}`], 'n', String(n++))])
      await stream.until(() => kinds(stream.heard).length >= 2)
      await stream.close()
      all.push(...kinds(stream.heard))
      last = stream.heard.at(-1)?.id ?? last
      await tell([`account:${ana}`], 'n', String(n++))
    }
    const end = await listen('', { authorization: `Bearer ${live}`, 'last-event-id': String(last) })
    await end.until(() => all.length + kinds(end.heard).length >= n)
    all.push(...kinds(end.heard))
    await end.close()
    expect(all.map((line) => Number(line.slice(2))).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: n }, (_, i) => i),
    )
  })

  test('if a stream missed more events than are stored, the reader gets a message about it', async () => {
    const { token } = await signIn('ana@primp.test')
    const stream = await listen(`?token=${await tokenFor(token)}&after=999999999`)
    await stream.until(() => stream.heard.length > 0)
    expect(stream.heard[0]).toMatchObject({ event: 'missed' })
    await stream.close()
    expect((await rig.call('/v1/live/events?after=999999999', { bearer: token })).body.data).toMatchObject({
      missed: true,
      events: [],
    })
  })

  test('a stream ends with its session', async () => {
    const { token } = await signIn('ana@primp.test')
    const live = await tokenFor(token)
    const stream = await listen(`?token=${live}`)
    await stream.until(() => stream.heard.length > 0)
    await rig.call('/v1/accounts/logout', { method: 'POST', body: {}, bearer: token })
    await stream.until(() => stream.state.over)
    expect(stream.state.over).toBe(true)
    expect((await listen(`?token=${live}`)).status).toBe(401)
  })

  test('a visitor’s stream has the events of searches made in the same browser', async () => {
    const made = await rig.call('/v1/quotes', {
      method: 'POST',
      address: '127.31.2.1',
      body: {
        storeSlug: 'beauty',
        categorySlug: 'makeup-hair-styling',
        location: {
          type: 'Point',
          coordinates: [-0.0553, 51.545],
          address: { placeName: 'Hackney, London', countryCode: 'GB', locality: 'Hackney', country: 'United Kingdom' },
        },
        eventDate: '2027-06-12',
        finishTime: '13:30',
        services: ['makeup'],
      },
    })
    const search = made.body.data.search.id
    const stream = await listen('', { cookie: made.cookie ?? '' })
    await stream.until(() => stream.heard.length > 0)
    await tell([`search:${search}`], 'request.answered', search)
    await stream.until(() => kinds(stream.heard).length > 0)
    expect(kinds(stream.heard)).toEqual([`request.answered ${search}`])
    const { last } = (await rig.call('/v1/live/events', { cookie: made.cookie ?? '' })).body.data
    expect(
      (await rig.call(`/v1/live/events?after=${last - 1}`, { cookie: made.cookie ?? '' })).body.data.events,
    ).toMatchObject([{ kind: 'request.answered', ref: search }])
    expect((await rig.call(`/v1/live/events?after=${last - 1}`)).body.data.events).toEqual([])
    await stream.close()
    await rig.database.db.deleteFrom('search').where('id', '=', search).execute()
  })

  test('a run sheet’s stream has the events of its appointment only, without an account or a cookie', async () => {
    const { id: provider } = await rig.database.db
      .selectFrom('provider')
      .select('id')
      .where('account_id', '=', mia)
      .executeTakeFirstOrThrow()
    const [one, other] = [
      await createEndedAppointment(rig, { providerId: provider, endsAt: new Date('2026-11-20T08:00:00Z') }),
      await createEndedAppointment(rig, { providerId: provider, endsAt: new Date('2026-11-19T08:00:00Z') }),
    ]
    const stream = await listen(`?sheet=${await createLinkKey(rig.database, rig.env, 'sheet', one.id)}`)
    await stream.until(() => stream.heard.length > 0)
    await tell([`account:${ana}`], 'message.new', 'private')
    await tell([`appointment:${other.id}`, `account:${ana}`], 'appointment.changed', other.id)
    const told = performance.now()
    await tell([`appointment:${one.id}`], 'appointment.changed', one.id)
    await stream.until(() => kinds(stream.heard).length > 0)
    expect(performance.now() - told).toBeLessThan(1_000)
    expect(kinds(stream.heard)).toEqual([`appointment.changed ${one.id}`])
    await stream.close()
    expect((await listen(`?sheet=${'x'.repeat(24)}`)).status).toBe(404)
    expect(
      (await listen('?sheet=', { authorization: `Bearer ${(await signIn('ana@primp.test')).token}` })).status,
    ).toBe(404)
    await deleteTestAppointments(rig, [one, other])
  })

  test('an unknown client cannot open a stream, and a stream token gives access to nothing else', async () => {
    expect((await listen('')).status).toBe(401)
    expect((await listen('?token=nonsense')).status).toBe(401)
    const { token } = await signIn('ana@primp.test')
    expect((await listen(`?token=${token}`)).status).toBe(401)
    expect((await rig.call('/v1/accounts/me', { bearer: await tokenFor(token) })).status).toBe(401)
    expect((await rig.call('/v1/live/token', { method: 'POST', body: {} })).body.code).toBe('not_signed_in')
  })
})
