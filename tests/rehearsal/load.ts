import { setTimeout } from 'node:timers/promises'
import { type Booked, book } from '#tests/operation/book.ts'

/** Responses to users since the last reading. */
export type Met = {
  asked: number
  put: number
  lost: string[]
  wrong: string[]
  booked: number
  firstBookedMs: number | null
}

export type Load = {
  /** Returns the counts and starts new ones. */
  turn: () => Met
  acknowledged: Booked[]
  stop: () => Promise<void>
}

const asked = {
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  // No test books this day, so its response never changes.
  eventDate: '2027-09-15',
  finishTime: '13:30',
  services: ['makeup', 'updo'],
  people: [{ count: 1, services: ['makeup', 'updo'] }],
}
const places = [
  ['Hackney, London', 'GB', -0.055, 51.545],
  ['Leeds', 'GB', -1.549, 53.801],
  ['Sydney', 'AU', 151.207, -33.868],
  ['Toronto', 'CA', -79.416, 43.7],
] as const

/** Five users, or a `few`, who search, read and book until stopped, and know the expected responses. */
export async function openLoad(
  base: string,
  { few = false, picture }: { few?: boolean; picture?: string | undefined } = {},
): Promise<Load> {
  let met: Met
  let since = 0
  const fresh = () => {
    since = performance.now()
    met = { asked: 0, put: 0, lost: [], wrong: [], booked: 0, firstBookedMs: null }
  }
  const acknowledged: Booked[] = []
  let running = true

  /** One call; null if it failed. */
  const call = async (path: string, body?: unknown): Promise<unknown> => {
    met.asked++
    const answer = await fetch(base + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', origin: base, 'idempotency-key': crypto.randomUUID() },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    }).catch((fault: Error) => fault)
    if (answer instanceof Error) return miss(path, answer.message)
    const text = await answer.text().catch(() => '')
    if (answer.status === 503 && answer.headers.get('retry-after')) {
      met.put++
      return null
    }
    if (answer.status !== 200) return miss(path, String(answer.status))
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text).data : text
  }
  const miss = (path: string, how: string): null => {
    met.lost.push(`${path.split('?')[0]?.slice(0, 40)} ${how}`)
    return null
  }
  const compare = (what: string, is: unknown, should: unknown) => {
    if (is !== should) met.wrong.push(`${what}: ${is}, not ${should}`)
  }

  const search = async ([placeName, countryCode, lng, lat]: (typeof places)[number]): Promise<number | null> => {
    const location = { type: 'Point', coordinates: [lng, lat], address: { placeName, countryCode } }
    const saved = (await call('/v1/quotes/', { ...asked, location })) as { search: { id: string } } | null
    if (!saved) return null
    const page = (await call(`/v1/quotes/${saved.search.id}`)) as { offers: Record<string, unknown[]> } | null
    return page && Object.values(page.offers).reduce((sum, offers) => sum + offers.length, 0)
  }
  const profile = async (): Promise<string | null> => {
    const page = (await call('/v1/@/mia-hollis')) as { profile?: { name?: string } } | null
    return page && JSON.stringify(page).slice(0, 400)
  }

  fresh()
  const known = new Map<string, number | null>()
  for (const place of places) known.set(place[0], await search(place))
  const mia = await profile()
  const seen = picture ? await call(picture) : ''
  if ([...known.values(), mia, seen].some((one) => one === null))
    throw new Error('The site does not respond before the first fault.')

  const searcher = async (turn: number) => {
    for (let n = turn; running; n++) {
      const place = places[n % places.length] ?? places[0]
      const found = await search(place)
      if (found !== null) compare(`artists for ${place[0]}`, found, known.get(place[0]))
      await setTimeout(100)
    }
  }
  const reader = async () => {
    while (running) {
      const page = await profile()
      if (page !== null) compare('a profile', page, mia)
      await call('/')
      if (picture) {
        const shown = await call(picture)
        if (shown !== null) compare('a picture', shown, seen)
      }
      await setTimeout(150)
    }
  }
  const customer = async () => {
    while (running) {
      met.asked++
      const booked = await book(base).catch((fault: Error) => {
        if (/returned 503/.test(fault.message)) met.put++
        else met.lost.push(`a booking: ${fault.message}`)
        return null
      })
      if (booked) {
        acknowledged.push(booked)
        met.booked++
        met.firstBookedMs ??= performance.now() - since
      }
      await setTimeout(200)
    }
  }
  const people = few ? [searcher(0), customer()] : [searcher(0), searcher(2), reader(), customer(), customer()]
  fresh()
  return {
    acknowledged,
    turn: () => {
      const until = met
      fresh()
      return until
    },
    stop: async () => {
      running = false
      await Promise.all(people)
    },
  }
}
