import { randomBytes } from 'node:crypto'
import { type ClientRequest, get } from 'node:http'
import { round, type Spread, spreadOf, sized } from './measure.ts'
import type { Site } from './site.ts'
import { keepCookie, signedIn } from '#tests/signed-in.ts'

export type Streams = {
  open: number
  /** Growth of the server's resident memory per stream, after a warm-up of a hundred streams. */
  memoryKbEach: number
  /** From sending a message to its event in the other browser, including the call and its commit. */
  ms: Spread
  lost: number
}

const AT_ONE_ADDRESS = 90
const OF_ONE_VISITOR = 8

export async function measureStreams(site: Site, open = sized(5_000), messages = sized(100)): Promise<Streams> {
  const { customer, artist, conversationId } = await twoWhoTalk(site)
  const { token } = await call(site, 'POST', '/v1/live/token', { body: {}, bearer: artist })
  const cookies: string[] = []
  while (cookies.length * OF_ONE_VISITOR < open) cookies.push(await newVisitor(site))
  for (const one of await visitors(site, 100, cookies)) one.close()
  const before = await memory(site)
  const streams = await visitors(site, open - 1, cookies)
  const theirs = await stream(site, open, { cookie: signedIn(artist).cookie }, token)
  streams.push(theirs)
  const after = await memory(site)
  const times: number[] = []
  let lost = 0
  for (let i = 0; i < messages; i++) {
    const arrived = theirs.next()
    const sent = performance.now()
    await call(site, 'POST', `/v1/conversations/${conversationId}/messages`, {
      body: { text: `Message ${i}` },
      bearer: customer,
    })
    const at = await arrived
    if (at === null) lost += 1
    else times.push(at - sent)
  }
  for (const one of streams) one.close()
  return { open, memoryKbEach: round((after - before) / open / 1024), ms: spreadOf(times), lost }
}

async function visitors(site: Site, n: number, cookies: readonly string[]): Promise<Stream[]> {
  const streams: Stream[] = []
  for (let i = 0; i < n; i++)
    streams.push(await stream(site, i, { cookie: cookies[Math.floor(i / OF_ONE_VISITOR)] ?? '' }))
  return streams
}

/** Returns the cookie of a browser with a search: streams require one. */
export async function newVisitor(site: Site): Promise<string> {
  const made = await fetch(`${site.url}/v1/quotes/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url },
    body: JSON.stringify({
      storeSlug: 'beauty',
      categorySlug: 'makeup-hair-styling',
      eventDate: '2027-06-12',
      finishTime: '13:30',
      services: ['makeup'],
      location: { coordinates: [-0.055, 51.545], address: { placeName: 'Hackney', countryCode: 'GB' } },
    }),
  })
  await made.text()
  return made.headers.get('set-cookie')?.split(';')[0] ?? ''
}

type Stream = { next: () => Promise<number | null>; close: () => void }

// Each address has as many streams as the site allows.
function stream(site: Site, n: number, headers: Record<string, string>, token?: string): Promise<Stream> {
  return new Promise((resolve, reject) => {
    let waiting: ((at: number | null) => void) | null = null
    const asked: ClientRequest = get(
      `${site.url.replace('localhost', '127.0.0.1')}/v1/live${token ? `?token=${token}` : ''}`,
      { agent: false, headers, localAddress: `127.0.1.${1 + Math.floor(n / AT_ONE_ADDRESS)}` },
      (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`A stream returned ${answer.statusCode}.`))
        answer.setEncoding('utf8')
        answer.on('data', (text: string) => {
          if (!text.includes('message.new')) return
          waiting?.(performance.now())
          waiting = null
        })
        resolve({
          next: () =>
            new Promise((heard) => {
              waiting = heard
              setTimeout(() => heard(null), 5_000).unref()
            }),
          close: () => asked.destroy(),
        })
      },
    )
    asked.on('error', reject)
  })
}

async function memory(site: Site): Promise<number> {
  // Waits for garbage collection.
  await new Promise((done) => setTimeout(done, 3_000))
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(await (await fetch(`${site.url}/metrics`)).text())?.[1])
}

async function call(
  site: Site,
  method: string,
  path: string,
  { body, bearer, key }: { body?: unknown; bearer?: string; key?: boolean } = {},
) {
  const answer = await fetch(site.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      origin: site.url,
      ...(bearer ? signedIn(bearer) : {}),
      ...(key ? { 'idempotency-key': randomBytes(12).toString('hex') } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: Record<string, never> & { token: string } }
  if (data.token) keepCookie(data.token, answer.headers.getSetCookie())
  return data
}

const wedding = {
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  finishTime: '13:30',
  services: ['makeup'],
  location: {
    type: 'Point',
    coordinates: [-0.055, 51.545],
    address: { placeName: 'Hackney, London', countryCode: 'GB', locality: 'Hackney', country: 'United Kingdom' },
  },
}

async function twoWhoTalk(site: Site): Promise<{ customer: string; artist: string; conversationId: string }> {
  const signIn = async (who: string) =>
    (
      await call(site, 'POST', '/v1/accounts/login', {
        body: { email: `${who}@primp.test`, password: 'primp-sample-1' },
      })
    ).token
  const [customer, artist] = [await signIn('ana'), await signIn('mia')]
  const list = () =>
    call(site, 'GET', '/v1/conversations?side=customer', { bearer: customer }) as unknown as Promise<{
      conversations: { id: string }[]
    }>
  const known = (await list()).conversations[0]
  if (known) return { customer, artist, conversationId: known.id }
  for (const day of ['2027-07-06', '2027-07-07', '2027-07-13', '2027-07-14', '2027-07-20']) {
    const { search } = (await call(site, 'POST', '/v1/quotes/', {
      body: { ...wedding, eventDate: day },
      bearer: customer,
    })) as unknown as { search: { id: string } }
    await call(site, 'PATCH', `/v1/quotes/${search.id}`, {
      body: {
        name: 'Ana Wood',
        email: 'ana@primp.test',
        event: 'Wedding',
        mobile: '07700 900142',
        finishTime: '13:30',
        timeConstraint: 'finish',
      },
      bearer: customer,
    })
    const asked = await call(site, 'POST', `/v1/quotes/${search.id}/requests`, {
      body: { profiles: ['mia-hollis'] },
      bearer: customer,
      key: true,
    }).then(
      () => true,
      () => false,
    )
    const [conversation] = (await list()).conversations
    if (asked && conversation) return { customer, artist, conversationId: conversation.id }
  }
  throw new Error('No artist can be requested.')
}
