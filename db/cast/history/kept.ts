import { toMajor } from '#contract/money.ts'
import { type Bulk, copyLine } from '#db/bulk.ts'
import { buildAnaSearch } from '#db/cast/people/accounts.ts'
import { anchorSeconds, formatDay, getOffset } from '#db/cast/calendar.ts'
import { chairMinutes, customerPrice, minimumJob, type PaidJob, setupMinutes } from './paid.ts'
import { createSampleId } from '#db/cast/rows.ts'

const DAY = 86_400
const places = [
  ['Hackney', 51.545, -0.055, '14 Lark Row'],
  ['Bethnal Green', 51.527, -0.055, '3 Cress Yard'],
  ['Clapton', 51.561, -0.057, '41 Millers Walk'],
  ['Dalston', 51.546, -0.075, 'Flat 2, 8 Sandpiper Street'],
] as const
const names = ['Priya', 'June', 'Noor', 'Bea', 'Ola', 'Sal'] as const
const parts = [
  { serviceId: 'makeup', label: 'Makeup', unit: 52 },
  { serviceId: 'blow-dry', label: 'Blow-dry', unit: 38 },
] as const
const said = [
  [
    'Hi Mia, there is a lift to the third floor and a kettle. Anything you need from us?',
    'A table near a window would be lovely. See you in the morning!',
  ],
  ['Two of us wear lashes already, is that fine?', 'No problem at all, I will bring the latex-free glue just in case.'],
] as const

export async function writeKept(bulk: Bulk, slug: string, paid: readonly PaidJob[]): Promise<void> {
  const [artist] = await bulk.rows<{
    id: string
    country: string
    currency: string
    tz: string
    policy: string
    buffer: number
    artists: string[]
  }>(
    `select p.id, p.country_code as country, m.currency, p.tz, p.policy, p.buffer_minutes as buffer, array(select name from artist where provider_id = p.id order by position) as artists
     from provider p join market m on m.country_code = p.country_code where p.slug = $1`,
    [slug],
  )
  if (!artist) throw new Error(`no provider ${slug}`)
  const [searches, quotes, appointments, acts, conversations, messages] = [[], [], [], [], [], []] as string[][] as [
    string[],
    string[],
    string[],
    string[],
    string[],
    string[],
  ]
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
  const here = (seconds: number) => {
    const ahead = getOffset(artist.tz, seconds)
    const [hours, minutes] = [Math.floor(Math.abs(ahead) / 3_600), Math.floor(Math.abs(ahead) / 60) % 60].map((part) =>
      String(part).padStart(2, '0'),
    )
    return `${iso(seconds + ahead).slice(0, 19)}${ahead === 0 ? 'Z' : `${ahead < 0 ? '-' : '+'}${hours}:${minutes}`}`
  }
  const ahead = paid.filter((job) => job.ahead)
  for (const job of paid) {
    const { n, id, at, from, doneAt, people, customer, look, total, deposit, fee } = job
    const [place, lat, lng, address] = places[n % places.length] as (typeof places)[number]
    const [searchId, quoteId, account] = [
      `${slug}-${String(n).padStart(4, '0')}`,
      createSampleId(`quote ${slug} ${n}`),
      createSampleId(`account ${customer.id}`),
    ]
    const finish = here(doneAt).slice(11, 16)
    const day = formatDay(Math.floor((from + getOffset(artist.tz, from)) / DAY))
    const requester = {
      name: customer.name,
      email: customer.mail,
      event: look,
      mobile: '+447700900155',
      finishTime: finish,
      timeConstraint: 'finish',
    }
    const frozen = { lines: linesOf(people, toMajor(total)), plan: planOf(job, artist, here) }
    const where = `${place}, London, England, United Kingdom`
    const { category_id, location } = buildAnaSearch()
    searches.push(
      copyLine([
        searchId,
        account,
        category_id,
        artist.country,
        where,
        place,
        {
          json: {
            ...location,
            coordinates: [lng, lat],
            address: { ...location.address, placeName: where, neighborhood: place },
          },
        },
        lat,
        lng,
        artist.tz,
        day,
        finish,
        { json: [{ count: people, services: parts.map(({ serviceId }) => serviceId) }] },
        { json: requester },
        true,
        iso(at),
      ]),
    )
    quotes.push(
      copyLine([
        quoteId,
        searchId,
        artist.id,
        artist.country,
        'mobile',
        1,
        quoteId,
        { json: { ...frozen, total: toMajor(total), deposit: toMajor(deposit), currency: artist.currency } },
        total,
        deposit,
        artist.currency,
        iso(at),
        iso(at + 3_600),
      ]),
    )
    const over = doneAt + 2 * DAY <= anchorSeconds
    appointments.push(
      copyLine([
        id,
        searchId,
        quoteId,
        account,
        artist.id,
        'mobile',
        over ? 'completed' : 'booked',
        artist.country,
        artist.tz,
        day,
        look,
        where,
        iso(from),
        iso(doneAt),
        iso(doneAt),
        artist.buffer,
        lat,
        lng,
        { json: frozen },
        artist.policy,
        iso(at),
        iso(from),
        iso(at),
        artist.currency,
        total,
        deposit,
        fee,
        { json: requester },
        {
          json: {
            address: `${address}, London`,
            entrance: '',
            parking: '',
            notes: '',
            allergies: n % 7 === 3 ? 'Latex' : '',
          },
        },
        [customer.name.split(' ')[0] ?? '', ...names.slice(0, people - 1)],
        iso(at),
        doneAt <= anchorSeconds ? iso(doneAt) : null,
        doneAt <= anchorSeconds ? 'cash' : null,
        over ? iso(doneAt + 2 * DAY) : null,
        true,
      ]),
    )
    acts.push(copyLine([searchId, artist.id, 'booked', 'mobile', quoteId, total, deposit, iso(at)]))
    const talk = said[ahead.indexOf(job)]
    if (!talk) continue
    const conversation = createSampleId(`conversation ${slug} ${n}`)
    const last = anchorSeconds - (ahead.indexOf(job) + 1) * 7_200
    conversations.push(
      copyLine([conversation, searchId, account, artist.id, artist.country, iso(at), iso(at), iso(last)]),
    )
    messages.push(
      copyLine([
        conversation,
        'system',
        'booked',
        '',
        { json: { at: iso(from), timeZone: artist.tz } },
        iso(at),
        iso(at),
      ]),
    )
    for (const [i, text] of talk.entries())
      messages.push(
        copyLine([
          conversation,
          i ? 'provider' : 'customer',
          'text',
          text,
          { json: {} },
          iso(last - (1 - i) * 1_500),
          iso(last),
        ]),
      )
  }
  await bulk.copy(
    'search',
    [
      'id',
      'account_id',
      'category_id',
      'country_code',
      'place_name',
      'area',
      'location',
      'lat',
      'lng',
      'tz',
      'event_date',
      'finish_time',
      'people',
      'details',
      'sample',
      'created_at',
    ],
    searches,
  )
  await bulk.copy(
    'quote',
    [
      'id',
      'search_id',
      'provider_id',
      'country_code',
      'mode',
      'version',
      'hash',
      'body',
      'total_minor',
      'deposit_minor',
      'currency',
      'created_at',
      'expires_at',
    ],
    quotes,
  )
  await bulk.copy(
    'appointment',
    [
      'id',
      'search_id',
      'quote_id',
      'account_id',
      'provider_id',
      'mode',
      'state',
      'country_code',
      'tz',
      'event_date',
      'event',
      'place',
      'starts_at',
      'ends_at',
      'ready_at',
      'buffer_minutes',
      'lat',
      'lng',
      'body',
      'policy',
      'booked_at',
      'policy_start',
      'cooling_until',
      'currency',
      'total_minor',
      'deposit_minor',
      'fee_minor',
      'requester',
      'day',
      'names',
      'changed_at',
      'balance_paid_at',
      'balance_paid_how',
      'completed_at',
      'sample',
    ],
    appointments,
  )
  await bulk.copy(
    'quote_act',
    ['search_id', 'provider_id', 'state', 'mode', 'quote_id', 'total_minor', 'deposit_minor', 'at'],
    acts,
  )
  await bulk.copy(
    'conversation',
    ['id', 'search_id', 'account_id', 'provider_id', 'country_code', 'contacts_open_at', 'created_at', 'last_at'],
    conversations,
  )
  await bulk.copy('message', ['conversation_id', 'side', 'kind', 'text', 'slots', 'at', 'told_at'], messages)
  await saveReadByArtist(bulk, artist.id)
  // The profile shows the number of bookings that the console lists.
  await bulk.rows(
    `update provider set booking_count = (select count(*) from appointment where provider_id = $1 and state = 'completed') where id = $1`,
    [artist.id],
  )
  await bulk.rows('select refresh_match(array[$1::uuid])', [artist.id])
}

/** Saves that an artist has read the conversations in which the newest message is her own. */
export async function saveReadByArtist(bulk: Bulk, artistId: string): Promise<void> {
  await bulk.rows(
    `insert into conversation_side (conversation_id, side, read_id, read_at, seen_at)
     select c.id, 'provider', l.id, l.at, l.at from conversation c
     join lateral (select m.id, m.at, m.side from message m where m.conversation_id = c.id order by m.id desc limit 1) l on l.side = 'provider'
     where c.provider_id = $1 on conflict do nothing`,
    [artistId],
  )
}

function linesOf(people: number, total: number) {
  const line = (kind: string, label: string, count: number, unit: number, rest: object = {}) => ({
    kind,
    label,
    count,
    unit,
    amount: count * unit,
    parts: [],
    people: null,
    minutes: null,
    ...rest,
  })
  const looks = line('look', 'Makeup and blow-dry', people, customerPrice, {
    parts,
    people: [1, people],
    minutes: 2 * chairMinutes,
  })
  const travel = line('travel', 'Travel, within the free zone', 1, 0)
  return [
    looks,
    travel,
    ...(total > people * customerPrice
      ? [line('topUp', 'Minimum booking top-up', 1, minimumJob - people * customerPrice)]
      : []),
  ]
}

function planOf(
  { from, doneAt, people }: PaidJob,
  { tz, artists }: { tz: string; artists: readonly string[] },
  here: (seconds: number) => string,
) {
  const chair = chairMinutes * 60
  const startAt = doneAt - (people + 1) * chair
  const blocks = Array.from({ length: people }, (_, i) =>
    parts.map(({ serviceId, label }, k) => {
      const at = startAt + (i + k) * chair
      return {
        artist: artists[k] ?? artists[0] ?? '',
        artistIndex: k,
        person: i + 1,
        serviceId,
        label,
        from: here(at),
        to: here(at + chair),
      }
    }),
  ).flat()
  return {
    arriveAt: here(from),
    startAt: here(startAt),
    doneAt: here(doneAt),
    readyBy: here(doneAt),
    spareMinutes: 0,
    setupMinutes: Math.min(setupMinutes, (startAt - from) / 60),
    timeZone: tz,
    clocksChange: getOffset(tz, from - DAY / 2) !== getOffset(tz, from + DAY / 2),
    early: false,
    artists,
    blocks,
  }
}
