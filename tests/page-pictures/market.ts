import { type APIRequestContext, request } from '@playwright/test'
import sharp from 'sharp'
import { type Booked, Caller, type Shared } from '#tests/e2e/own-market.ts'
import { entered, type Entered, wedding } from '#tests/e2e/stage.ts'

export type Money = Record<'chargeBack' | 'payout' | 'voucher', string>

export type Market = {
  session: Record<'ana' | 'mia' | 'olu' | 'leaving' | 'joining' | 'sentBack', Entered>
  /** A past appointment and both review links. */
  ended: { appointment: string; customer: string; provider: string; mailed: string }
  booked: Booked
  /** A bill shared by three, of whom one has paid. */
  shared: Shared
} & Money &
  Record<
    | 'search'
    | 'nobodyFits'
    | 'team'
    | 'ofTeam'
    | 'nobodyThere'
    | 'asked'
    | 'cancelled'
    | 'checkout'
    | 'payment'
    | 'conversation'
    | 'miasConversation'
    | 'miasAppointment'
    | 'miasRequest'
    | 'album'
    | 'person'
    | 'provider'
    | 'dispute'
    | 'report'
    | 'partner'
    | 'ownClient'
    | 'visit'
    | 'guest'
    | 'partnerLink'
    | 'praise',
    string
  >

/** Creates what the pictures need through the API of a site on the sample market. */
export async function makeMarket(baseURL: string, ended: Market['ended'], money: Money): Promise<Market> {
  const api = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } })
  const logIn = async (email: string) => {
    const answer = await api.post('/v1/accounts/login', { data: { email, password: 'primp-sample-1' } })
    return entered(answer)
  }
  const [ana, mia, olu] = await Promise.all(['ana', 'mia', 'olu'].map((name) => logIn(`${name}@primp.test`)))
  if (!ana || !mia || !olu) throw new Error('signing in to the sample market failed')
  const [asAna, asMia, asOlu] = [ana, mia, olu].map(({ token }) => new Caller(api, token)) as [Caller, Caller, Caller]

  const searched = async (change: object): Promise<string> =>
    (await asAna.call('POST', '/v1/quotes/', { ...wedding, ...change })).search.id
  const many = (count: number, services: string[]) => ({
    people: [{ count, services }],
    services: Array.from({ length: count }, () => services).flat(),
  })

  const booked = await asAna.book({ policy: 'fair' }, '2027-06-14', '13:30')
  await asOlu.call('POST', '/v1/operator/forms', {
    name: 'Makeup',
    intro: 'Please tell us about allergies, so that we bring the right products.',
    questions: [
      { kind: 'yesNo', text: 'Does anybody react to latex, glue or perfume?' },
      { kind: 'words', text: 'Is there anything else that should be known?' },
      { kind: 'agree', text: 'I agree to the treatment that I have booked, for everyone in the group.' },
    ],
    services: ['makeup'],
    reason: 'For the pictures',
  })
  const { forms } = await asAna.call('GET', `/v1/bookings/${booked.id}/forms`)
  const answers = [
    { yes: true, words: 'Zoe reacts to latex.' },
    { yes: null, words: '' },
    { yes: true, words: '' },
  ]
  await asAna.call('POST', `/v1/bookings/${booked.id}/forms`, {
    as: 'Ana Duarte',
    forms: forms.map(({ versionId }: { versionId: string }) => ({ versionId, answers })),
  })
  // Replacements are offered only after a cancellation by the artist.
  const cancelled = await asAna.book({ policy: 'fair' }, '2027-06-16', '12:00')
  await asMia.call('PATCH', `/v1/providers/appointments/${cancelled.id}`, { act: 'cancel', reason: 'I am ill.' })
  const { payments } = await asAna.call('GET', '/v1/payments')
  const shared = await asAna.share('2027-06-19', '13:30')

  const ofTeam = await searched({ eventDate: '2027-07-10', finishTime: '11:00', ...many(9, ['makeup', 'updo']) })
  const { teams } = await asAna.call('GET', `/v1/quotes/${ofTeam}/teams?instant=true`)
  const profileIds = teams[0].parts.map(({ artist }: { artist: { id: string } }) => artist.id)
  const { teamId: team } = await asAna.call('POST', `/v1/quotes/${ofTeam}/teams`, { profileIds })

  // A search without a time has no Instant Book: Mia gets a request.
  const asked = await searched({ eventDate: '2027-06-15' })
  await asAna.call('PATCH', `/v1/quotes/${asked}`, {
    name: 'Ana Duarte',
    email: 'ana@primp.test',
    event: 'Wedding',
    mobile: '07700 900142',
    finishTime: '13:30',
    timeConstraint: 'finish',
  })
  await asAna.call('POST', `/v1/quotes/${asked}/requests`, { profiles: ['mia-hollis'] })
  const { conversations } = await asAna.call('GET', '/v1/conversations?side=customer')
  const talk = conversations[0].id
  await asAna.call('POST', `/v1/conversations/${talk}/messages`, {
    text: 'Hello Mia, there is a lift to the third floor.',
  })
  await asMia.call('POST', `/v1/conversations/${talk}/messages`, { text: 'Lovely, I bring the small case then.' })
  await asAna.call('POST', `/v1/conversations/${talk}/report`, { reason: 'A try of the report.' })
  await asMia.call('POST', '/v1/providers/me/client-data-terms', { accepted: true })
  const { clientId } = await asMia.call('POST', '/v1/providers/me/own-clients', {
    name: 'Priyanka Natarajan',
    allergies: 'Lanolin',
    look: 'Soft brown eye',
  })
  const own = await asMia.call('POST', '/v1/providers/me/own-appointments', {
    clientId,
    eventDate: '2027-06-21',
    startTime: '10:00',
    minutes: 60,
    services: 'Brow shape and tint',
    place: 'Hackney, London',
    coordinates: wedding.location.coordinates,
    price: 42.5,
  })
  await asAna.call('PUT', '/v1/saved-artists/mia-hollis')

  const picture = `data:image/jpeg;base64,${(
    await sharp({ create: { width: 800, height: 900, channels: 3, background: '#805037' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')}`
  const join = async (name: string, email: string, submits: boolean) => {
    const session = await entered(
      await api.post('/v1/signup/start', {
        data: {
          name,
          email,
          mobile: '07700 900321',
          country: 'GB',
          password: 'three plain words',
          terms: true,
          adult: true,
          from: '/join-mua',
          firstService: 'Makeup',
        },
      }),
    )
    const their = new Caller(api, session.token)
    const pass = (step: string, more: object = {}) => their.call('PUT', `/v1/signup/steps/${step}`, more)
    const save = async (path: string, body: object, step: string, more: object = {}) => {
      await their.call('PUT', `/v1/providers/me/${path}`, body)
      await pass(step, more)
    }
    const { type, coordinates, address } = wedding.location
    await save('location', { location: { type, coordinates, address } }, 'set-location')
    const services = { services: [{ id: 'makeup' }], artists: [{ name: 'Ife', services: ['makeup'] }] }
    await save('services', services, 'select-services', { categoryId: 1 })
    await save('prices/1', { items: [{ serviceId: 'makeup', status: 'active', cost: 46 }] }, 'pricing')
    const hours = { opens: '05:00', closes: '22:00' }
    const travel = { mode: 'mobile', radius: 15, free: 3, perUnit: 1.5, hours, early: null }
    await save('travel', { ...travel, bufferMinutes: 30, noticeHours: 12, horizonDays: 365 }, 'confirm-travel')
    await save('minimum-job', { amount: 0 }, 'set-min-job-size')
    await save('instagram', { handle: '' }, 'set-instagram')
    const kit = { shades: [1, 2], undertones: ['warm'], brands: [], tools: [], items: [], skills: [], singleUse: true }
    await save('kit', kit, 'set-kit')
    const bio = 'I learned behind the counter, then at weddings. Ask me about deep skin and quiet mornings.'
    await save('bio', { bio }, 'set-bio')
    const { fileUrl } = await their.call('POST', '/v1/uploads', { fileName: 'photos', dataUri: picture })
    await save('photo', { fileUrl, crop: { x: 0, y: 0, size: 1 } }, 'photo')
    await their.call('POST', '/v1/signup/gesture')
    await their.call('PUT', '/v1/signup/identity/selfie', { dataUri: picture, consent: true })
    await their.call('PUT', '/v1/signup/identity/document', { dataUri: picture, consent: true, document: 'passport' })
    await pass('selfie')
    const { album } = await their.call('POST', '/v1/providers/albums', { title: 'My work' })
    for (const alt of submits ? ['A close-up', 'A whole look', 'A look from a real event'] : []) {
      const work = await their.call('POST', '/v1/uploads', { fileName: 'albums', dataUri: picture })
      const media = { fileUrl: work.fileUrl, alt, consent: true }
      await their.call('POST', `/v1/providers/albums/${album._id}/media`, media)
    }
    if (submits) {
      const { notices } = await asOlu.call('GET', `/v1/operator/outbox?text=${encodeURIComponent(email)}`)
      const confirm = notices.find(({ subject }: { subject: string }) => /Confirm your email address/.test(subject))
      const { body } = await asOlu.call('GET', `/v1/operator/outbox/${confirm.id}`)
      await their.call('POST', '/v1/accounts/me/verification/code', { code: body.match(/\b\d{6}\b/)?.[0] })
      await their.call('POST', '/v1/signup/submit', { terms: true })
    }
    return session
  }
  const joining = await join('Kit Vale', 'kit@pictures.example', false)
  const sentBack = await join('Una Field', 'una@pictures.example', true)
  const { rows } = await asOlu.call('GET', '/v1/operator/verification')
  await asOlu.call('POST', `/v1/operator/verification/${rows[0].id}/claim`)
  await asOlu.call('POST', `/v1/operator/verification/${rows[0].id}/send-back`, {
    checks: {},
    reasons: [{ step: 'set-bio', reason: 'bio', note: 'Tell us where you learned.' }],
  })
  await join('Ife Stone', 'ife@pictures.example', true)

  await asAna.call('POST', `/v1/bookings/${ended.appointment}/problem`, { kind: 'late', text: 'An hour late.' })
  const first = async (who: Caller, path: string, list: string, key = 'id'): Promise<string> =>
    (await who.call('GET', path))[list][0][key]
  const toBook = await searched({ eventDate: '2027-06-17', ...many(1, ['makeup']) })
  await asAna.call('PATCH', `/v1/quotes/${toBook}`, {
    name: 'Ana Duarte',
    email: 'ana@primp.test',
    event: 'Birthday',
    mobile: '07700 900142',
  })
  const { offers } = await asAna.call('GET', `/v1/quotes/${toBook}?filterBy=instant`)
  const leaving = await logIn('mia@primp.test')
  const guest = 'guest@pictures.example'
  await asMia.call('POST', '/v1/providers/me/outside-reviews', {
    name: 'Ngozi',
    email: guest,
    work: 'Wedding in Leeds, 2024',
  })
  const invited = await asAna.call('POST', `/v1/bookings/${booked.id}/guests`, { person: 1, name: 'Ana' })
  const mails = await asOlu.call('GET', `/v1/operator/outbox?text=${encodeURIComponent(guest)}`)
  const { body: invitation } = await asOlu.call('GET', `/v1/operator/outbox/${mails.notices[0].id}`)
  const [praise = ''] = invitation.match(/\/praise\/[\w-]+/) ?? []
  const partner = await partnerOf(asOlu)
  const market: Market = {
    session: { ana, mia, olu, leaving, joining, sentBack },
    ended,
    ...money,
    search: 'ana-duarte-hackney',
    nobodyFits: await searched({ finishTime: '07:00', ...many(9, ['bridal-makeup', 'bridal-hair']) }),
    nobodyThere: await searched({
      location: {
        type: 'Point',
        coordinates: [-1.145, 60.155],
        address: { placeName: 'Lerwick', countryCode: 'GB', place: 'Lerwick' },
      },
    }),
    asked,
    team,
    ofTeam,
    booked,
    shared,
    ownClient: clientId,
    visit: new URL(own.link).pathname,
    guest: `/guest/${invited.appointment.guests[0].key}`,
    praise,
    cancelled: cancelled.id,
    checkout: `/book/${toBook}/@/${offers.mobile[0].provider.slug}?type=mobile`,
    payment: payments[0].id,
    conversation: talk,
    miasConversation: await first(asMia, '/v1/conversations?side=provider', 'conversations'),
    miasAppointment: await first(asMia, '/v1/providers/appointments', 'appointments'),
    miasRequest: await first(asMia, '/v1/providers/me/requests', 'requests'),
    album: await first(asMia, '/v1/providers/albums', 'albums', '_id'),
    person: (ana.user as { id: string }).id,
    partner,
    partnerLink: await createPartnerLink(api, asOlu, partner),
    provider: await first(asOlu, '/v1/operator/providers?text=Mia+Hollis', 'providers'),
    dispute: (await asOlu.call('GET', '/v1/operator/disputes')).disputes[0].problem.id,
    report: await first(asOlu, '/v1/operator/reports', 'reports'),
  }
  await api.dispose()
  return market
}

/** A partner with a key and a webhook; reuses an existing one. */
async function partnerOf(asOlu: Caller): Promise<string> {
  const text = 'The Old Brewery'
  const { partners } = await asOlu.call('GET', `/v1/operator/partners?text=${encodeURIComponent(text)}`)
  if (partners.length) return partners[0].id
  const scopes = ['catalog:read', 'search:read', 'bookings:read', 'bookings:write']
  const about = { name: text, slug: 'the-old-brewery', email: 'events@brewery.example', note: 'Weddings', scopes }
  const { partner } = await asOlu.call('POST', '/v1/operator/partners', { ...about, reason: 'Agreed by contract' })
  await asOlu.call('POST', `/v1/operator/partners/${partner.id}/keys`, { name: 'Their site', scopes })
  await asOlu.call('POST', `/v1/operator/partners/${partner.id}/webhooks`, {
    url: 'http://127.0.0.1:9/told',
    events: ['booking.created'],
  })
  return partner.id
}

/** Holds a time with a partner's key. Returns the path of the link to pay. */
async function createPartnerLink(api: APIRequestContext, asOlu: Caller, partnerId: string): Promise<string> {
  const scopes = ['search:read', 'bookings:write']
  const { token } = await asOlu.call('POST', `/v1/operator/partners/${partnerId}/keys`, { name: 'Bookings', scopes })
  const call = async (path: string, data?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() }
    const answer = await api.fetch(path, { method: data ? 'POST' : 'GET', headers, ...(data && { data }) })
    return (await answer.json()).data
  }
  const services = { services: ['makeup'], people: [{ count: 1, services: ['makeup'] }] }
  const { search } = await call('/v1/quotes/', { ...wedding, eventDate: '2027-06-21', ...services })
  const { offers } = await call(`/v1/quotes/${search.id}?filterBy=instant`)
  // The picture's viewer is Mia, who cannot book herself.
  const found = offers.mobile.find(({ provider }: { provider: { slug: string } }) => provider.slug !== 'mia-hollis')
  const { slug } = found.provider
  const { locked } = await call(`/v1/quotes/${search.id}/@/${slug}`)
  await call('/v1/partners/me/holds', {
    quoteId: search.id,
    profileId: slug,
    type: 'mobile',
    hash: locked.hash,
    customer: { name: 'Mia Hollis', email: 'mia@primp.test', mobile: '07700 900142', event: 'Birthday' },
  })
  return `/book/${search.id}/@/${slug}?type=mobile`
}
