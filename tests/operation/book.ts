const party = [{ count: 1, services: ['makeup'] }]
const two = (n: number) => String(n).padStart(2, '0')
const any = (n: number) => Math.floor(Math.random() * n)
const wedding = () => ({
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  eventDate: `2027-0${3 + any(4)}-${two(1 + any(28))}`,
  finishTime: `${two(9 + any(9))}:00`,
  services: ['makeup'],
  people: party,
  location: {
    type: 'Point',
    coordinates: [-0.055, 51.545],
    address: { placeName: 'Hackney, London', countryCode: 'GB' },
  },
})

export type Booked = { holdId: string; appointmentId: string }

export async function book(url: string): Promise<Booked | null> {
  const cookies = new Map<string, string>()
  const call = async (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        origin: url,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        'idempotency-key': crypto.randomUUID(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';', 1)[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    const { data } = (await answer.json()) as { data?: never }
    if (answer.status >= 500) throw new Error(`${path} returned ${answer.status}`)
    return data as unknown as Record<string, never> | undefined
  }
  const search = (await call('/v1/quotes/', wedding()))?.['search'] as { id: string } | undefined
  if (!search) return null
  const requester = {
    name: 'Leila Hart',
    email: `${crypto.randomUUID()}@storm.example`,
    event: 'Wedding',
    mobile: '07700 900142',
  }
  await call(`/v1/quotes/${search.id}`, requester, 'PATCH')
  const page = (await call(`/v1/quotes/${search.id}`)) as unknown as {
    offers: { mobile: { provider: { slug: string } }[] }
  }
  const offers = page.offers.mobile
  const slug = offers[any(Math.min(6, offers.length))]?.provider.slug
  if (!slug) return null
  const { locked } = (await call(`/v1/quotes/${search.id}/@/${slug}?type=mobile`)) as unknown as {
    locked: { hash: string } | null
  }
  const hold =
    locked &&
    ((await call('/v1/holds', { quoteId: search.id, profileId: slug, type: 'mobile', hash: locked.hash }))?.['hold'] as
      | { id: string }
      | undefined)
  if (!hold) return null
  const paid = (await call(`/v1/holds/${hold.id}/payment`, {
    requester,
    day: { address: '1 Lark Row' },
    names: ['Leila'],
    terms: true,
  })) as unknown as { payment: { clientSecret: string } } | undefined
  if (!paid) return null
  await call(`/v1/test-bank/intents/${paid.payment.clientSecret}/confirm`, {
    number: '4242424242424242',
    expiry: '12/30',
    code: '123',
  })
  const after = (await call(`/v1/holds/${hold.id}`))?.['hold'] as { appointmentId: string | null } | undefined
  return after?.appointmentId ? { holdId: hold.id, appointmentId: after.appointmentId } : null
}
