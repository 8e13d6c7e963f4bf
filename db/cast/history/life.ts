import { appointmentTimers } from '#contract/appointments/lifecycle-appointment.ts'
import { toMajor, type Minor, toMinor } from '#contract/money.ts'
import { policies, type PolicyKind } from '#contract/payments/refund.ts'
import { type Bulk, bulkLoad } from '#db/bulk.ts'
import { saveReadByArtist } from '#db/cast/history/kept.ts'
import { earned, minimumEarned } from '#db/cast/history/paid.ts'
import type { Database } from '#db/database.ts'
import { markLoaded } from '#db/load-reference.ts'
import { bookedArtistSlug, createSampleId } from '#db/cast/rows.ts'

const HOUR = 3_600_000
const name = 'sample-life'

/**
 * Writes open work of the sample market's first day for operators, artists and customers, within all deadlines. Returns
 * whether it was missing.
 */
export async function loadSampleLife(database: Database, now: Date): Promise<boolean> {
  const { db } = database
  if (await db.selectFrom('data_load').select('name').where('name', '=', name).executeTakeFirst()) return false
  return bulkLoad(database, async (bulk) => {
    if ((await bulk.rows('select from data_load where name = $1', [name])).length) return false
    // Enables the calendar's triggers, which update the search tables.
    await bulk.run(`set local primp.bulk = 'off'`)
    const [mia] = await bulk.rows<{ id: string }>('select id from provider where slug = $1', [bookedArtistSlug])
    if (!mia) return false
    const before = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString()
    await writeOwnBooking(bulk, mia.id, before)
    await writeSaved(bulk, before)
    await writeRequests(bulk, mia.id, before)
    await writeDispute(bulk, mia.id, before)
    await writeReports(bulk, before)
    await writeQueue(bulk, before)
    await markLoaded(bulk, name, '1')
    return true
  })
}

type Before = (hours: number) => string
const ana = createSampleId('account ana')
const person = (key: string) => createSampleId(`account ${key}`)

async function writeOwnBooking(bulk: Bulk, artist: string, before: Before): Promise<void> {
  const next = await assignToAna(bulk, artist, `a.state = 'booked' and a.starts_at > $1 order by a.starts_at`, [
    before(-20 * 24),
  ])
  await assignToAna(
    bulk,
    artist,
    `a.ends_at between $1 and $2 and not exists (select from review r where r.appointment_id = a.id) order by a.ends_at desc`,
    [before(28 * 24), before(3 * 24)],
  )
  if (!next) return
  const conversation = createSampleId('conversation of ana')
  await bulk.rows(
    `insert into conversation (id, search_id, account_id, provider_id, country_code, contacts_open_at, created_at, last_at)
     select $1, search_id, $2, $3, country_code, booked_at, booked_at, $4 from appointment where id = $5`,
    [conversation, ana, artist, before(20), next],
  )
  await bulk.rows(
    `insert into message (conversation_id, side, kind, text, slots, at, told_at)
     select $1::uuid, 'system', 'booked', '', jsonb_build_object('at', starts_at, 'timeZone', tz), booked_at, booked_at from appointment where id = $2
     union all select $1::uuid, 'customer', 'text', $3::text, '{}'::jsonb, $4::timestamptz, $5::timestamptz
     union all select $1::uuid, 'provider', 'text', $6::text, '{}'::jsonb, $5::timestamptz, $5::timestamptz`,
    [
      conversation,
      next,
      'I wear glasses. Does that change anything about the eyes?',
      before(22),
      before(20),
      'Bring them along: I put more light on the lid, so that it shows behind the lens.',
    ],
  )
  await saveReadByArtist(bulk, artist)
}

async function assignToAna(bulk: Bulk, artist: string, chosen: string, params: string[]): Promise<string | undefined> {
  const after = params.length
  const [given] = await bulk.rows<{ id: string }>(
    `with chosen as (
       select a.id, a.search_id, jsonb_build_object('name', c.name, 'email', c.email, 'mobile', c.mobile) as who, split_part(c.name, ' ', 1) as first, c.name, c.email, a.event
       from appointment a join account c on c.id = $${after + 1}
       where a.provider_id = $${after + 2} and a.sample and a.account_id <> c.id
         and not exists (select from conversation v where v.search_id = a.search_id) and ${chosen} limit 1
     ), search_of as (
       update search s set account_id = $${after + 1}, details = s.details || chosen.who from chosen where s.id = chosen.search_id
     ), payment_of as (
       update payment p set account_id = $${after + 1}, email = chosen.email, description = chosen.event || ', ' || chosen.name from chosen where p.ref = chosen.id
     )
     update appointment a set account_id = $${after + 1}, requester = a.requester || chosen.who, names = array[chosen.first] || a.names[2:] from chosen where a.id = chosen.id
     returning a.id`,
    [...params, ana, artist],
  )
  return given?.id
}

async function writeSaved(bulk: Bulk, before: Before): Promise<void> {
  await bulk.rows(
    `insert into saved_artist (account_id, provider_id, created_at)
     select $1, id, $2::timestamptz - no * interval '1 minute' from provider where slug in ('temi-lark', 'priya-vale', 'saoirse-quill') on conflict do nothing`,
    [ana, before(30)],
  )
}

const askers = [
  { key: 'leila', hours: 3 },
  { key: 'amma', hours: 9 },
  { key: 'june', hours: 15 },
] as const

async function writeRequests(bulk: Bulk, artist: string, before: Before): Promise<void> {
  const free = await bulk.rows<{ day: string }>(
    `select to_char(d, 'YYYY-MM-DD') as day from generate_series($2::date + 34, $2::date + 110, interval '1 day') d
     where extract(isodow from d) >= 5 and not exists (select from busy where provider_id = $1 and event_date between d::date - 1 and d::date + 1)
     order by d limit 5`,
    [artist, before(0)],
  )
  const models = await bulk.rows<{ id: string }>(
    `select id from appointment where provider_id = $1 and sample and state = 'booked' and tz = 'Europe/London' and jsonb_path_exists(body, '$.plan.arriveAt ? (@ like_regex "Z$")') order by starts_at offset 3 limit 5`,
    [artist],
  )
  const asked = [
    ...askers.map(({ key, hours }) => ({ account: person(key), hours, offered: false })),
    { account: ana, hours: 26, offered: true },
    { account: ana, hours: 19, offered: false },
  ]
  for (const [i, { account, hours, offered }] of asked.entries()) {
    const [day, model] = [free[i]?.day, models[i]?.id]
    if (!day || !model) continue
    const [search, quote, request] = [
      `sample-asks-${i}-${bookedArtistSlug}`,
      createSampleId(`asked quote ${i}`),
      createSampleId(`asks ${i}`),
    ]
    await bulk.rows(
      `insert into search select (jsonb_populate_record(s, jsonb_build_object('id', $1::text, 'account_id', $2::uuid, 'event_date', $3::text, 'created_at', $4::timestamptz,
         'details', s.details || jsonb_build_object('name', c.name, 'email', c.email)))).*
       from appointment a join search s on s.id = a.search_id join account c on c.id = $2 where a.id = $5`,
      [search, account, day, before(hours + 1), model],
    )
    const [body] = await bulk.rows<Model>(
      `select replace(q.body::text, a.event_date::text, $2::text)::jsonb as body, a.total_minor as total, a.fee_minor as fee, a.deposit_minor as deposit, p.policy
       from appointment a join quote q on q.id = a.quote_id join provider p on p.id = a.provider_id where a.id = $1`,
      [model, day],
    )
    if (!body) continue
    await bulk.rows(
      `insert into quote select (jsonb_populate_record(q, jsonb_build_object('id', $1::uuid, 'search_id', $2::text, 'hash', $1::text, 'created_at', $3::timestamptz, 'expires_at', $4::timestamptz,
         'body', $5::jsonb))).*
       from appointment a join quote q on q.id = a.quote_id where a.id = $6`,
      [quote, search, before(hours), before(hours - 72), JSON.stringify(wholeBody(body)), model],
    )
    await bulk.rows(
      `insert into request (id, event_key, search_id, provider_id, country_code, account_id, mode, state, quote_id, event_date, created_at, confirmed_at, ends_at, answered_at)
       values ($1, $2, $2, $3, (select country_code from provider where id = $3), $4, 'mobile', $5, $6, $7, $8, $8, $9, $10)`,
      [
        request,
        search,
        artist,
        account,
        offered ? 'offered' : 'requested',
        quote,
        day,
        before(hours),
        before(hours - 24),
        offered ? before(5) : null,
      ],
    )
    if (offered)
      await bulk.rows(
        `insert into offer (id, request_id, version, quote_id, kind, note, created_at, ends_at) values ($1, $2, 1, $3, 'asPriced', 'That day is free and I would love to.', $4, $5)`,
        [createSampleId(`offers ${i}`), request, quote, before(5), before(5 - 67)],
      )
    await bulk.rows(
      `insert into quote_act (search_id, provider_id, state, mode, quote_id, total_minor, deposit_minor, at)
       select search_id, provider_id, $2, 'mobile', id, total_minor, deposit_minor, $3 from quote where id = $1`,
      [quote, offered ? 'offered' : 'requested', before(offered ? 5 : hours)],
    )
  }
}

type Line = { kind: string; count: number }
type Model = {
  body: { lines: Line[]; plan: { arriveAt: string } }
  total: Minor
  fee: Minor
  deposit: Minor
  policy: PolicyKind
}

function wholeBody({ body, total, fee, deposit, policy }: Model) {
  const start = Date.parse(body.plan.arriveAt)
  const until = (hours: number) => new Date(start - hours * HOUR).toISOString()
  const looks = body.lines.reduce((sum, { kind, count }) => sum + (kind === 'look' ? count : 0), 0)
  const least = toMinor(minimumEarned)
  return {
    ...body,
    mode: 'mobile',
    fee: toMajor(fee),
    balance: toMajor(total - deposit),
    tax: null,
    policy: {
      kind: policy,
      coolingHours: 24,
      steps: [
        ...policies[policy].map(({ share, hoursBefore }) => ({ share, until: until(hoursBefore), hoursBefore })),
        { share: 0, until: null, hoursBefore: null },
      ],
    },
    asked: '',
    terms: {
      costsMinor: body.lines.map(({ kind }) =>
        kind === 'look' ? toMinor(earned) : kind === 'topUp' ? least - looks * toMinor(earned) : 0,
      ),
      percent: 15,
      share: 25,
      minimumMinor: least,
    },
  }
}

async function writeDispute(bulk: Bulk, artist: string, before: Before): Promise<void> {
  const [found] = await bulk.rows<{
    id: string
    search_id: string
    quote_id: string
    day: string
    was: string
    days: number
  }>(
    `select a.id, a.search_id, a.quote_id, to_char(d, 'YYYY-MM-DD') as day, a.event_date::text as was, (a.event_date - d::date) as days
     from appointment a, generate_series($2::date - 1, $2::date - 2, interval '-1 day') d
     where a.provider_id = $1 and a.sample and a.state = 'booked' and a.starts_at > $2::timestamptz + interval '5 days' and a.account_id <> $3
       and not exists (select from conversation v where v.search_id = a.search_id)
       and jsonb_path_exists(a.body, '$.plan.arriveAt ? (@ like_regex "Z$")')
       and not exists (select from busy where provider_id = $1 and event_date between d::date - 1 and d::date + 1)
       and not exists (select from payment p where p.ref = a.id and p.created_at > d - interval '1 day')
     order by a.starts_at, d desc limit 1`,
    [artist, before(0), ana],
  )
  const [ended] = await bulk.rows<typeof found>(
    `select id, search_id, quote_id, event_date::text as day, event_date::text as was, 0 as days from appointment
     where provider_id = $1 and sample and state = 'booked' and account_id <> $3 and ends_at between $2::timestamptz - interval '46 hours' and $2::timestamptz - interval '2 hours'
     order by ends_at desc limit 1`,
    [artist, before(0), ana],
  )
  const chosen = ended ?? found
  if (!chosen) return
  const { id, search_id: search, quote_id: quote, day, was, days } = chosen
  await bulk.rows(`update search set event_date = $2::text::date where id = $1`, [search, day])
  await bulk.rows(`update quote set body = replace(body::text, $2::text, $3::text)::jsonb where id = $1`, [
    quote,
    was,
    day,
  ])
  await bulk.rows(
    `update busy set event_date = $2::text::date, during = tstzrange(lower(during) - $3 * interval '1 day', upper(during) - $3 * interval '1 day') where ref = $1`,
    [id, day, days],
  )
  await bulk.rows(
    `update appointment set state = 'disputed', event_date = $2::text::date, starts_at = starts_at - $3 * interval '1 day', ends_at = ends_at - $3 * interval '1 day',
       ready_at = ready_at - $3 * interval '1 day', policy_start = policy_start - $3 * interval '1 day', body = replace(body::text, $4::text, $2::text)::jsonb, changed_at = $5 where id = $1`,
    [id, day, days, was, before(1)],
  )
  await bulk.rows(
    `insert into dispute (id, appointment_id, by, kind, text, answer_until, created_at) values ($1, $2, 'customer', 'late', $3, $4, $5)`,
    [
      createSampleId('dispute'),
      id,
      'She came fifty minutes late and the last of us was still in the chair when the car was at the door.',
      before(1 - appointmentTimers.answerHours),
      before(1),
    ],
  )
}

async function writeReports(bulk: Bulk, before: Before): Promise<void> {
  const reviews = await bulk.rows<{ id: string }>(
    `select r.id from review r join provider p on p.id = r.provider_id where p.sample and p.city = 'London' and r.score <= 3 and r.comments <> '' order by r.created_at desc, r.id limit 2`,
  )
  const reasons = ['It names the street where I live.', 'This was another artist: I do no nails.']
  for (const [i, { id }] of reviews.entries())
    await bulk.rows(
      `insert into report (id, review_id, by_account, by_side, reason, created_at) values ($1, $2, $3, 'provider', $4, $5)`,
      [createSampleId(`report ${i}`), id, person('mia'), reasons[i], before(6 + i * 20)],
    )
}

const waiting = [
  ['Bronwen Astley', 3],
  ['Efe Marchetti', 11],
  ['Tamsin Okoro', 19],
  ['Yasmin Thackeray', 27],
  ['Ottoline Baptiste', 44],
  ['Nkechi Lindqvist', 52],
  ['Rosalind Achebe', 70],
] as const

async function writeQueue(bulk: Bulk, before: Before): Promise<void> {
  const models = await bulk.rows<{ id: string }>(
    `select id from provider where sample and state = 'approved' and account_id is null and country_code = 'GB' order by review_count, no limit ${waiting.length}`,
  )
  for (const [i, [called, hours]] of waiting.entries()) {
    const model = models[i]?.id
    if (!model) continue
    const [id, account] = [createSampleId(`waiting ${called}`), createSampleId(`account ${called}`)]
    await bulk.rows(
      `insert into account (id, email, name, roles, email_verified_at, sample, created_at, country_code) values ($1, $2, $3, '{customer,provider}', $4, true, $4, 'GB')`,
      [account, `${called.toLowerCase().replace(' ', '.')}@mail.example`, called, before(hours + 30)],
    )
    await bulk.rows(
      `insert into provider select (jsonb_populate_record(p, jsonb_build_object('id', $1::uuid, 'no', nextval(pg_get_serial_sequence('provider', 'no')), 'slug', $2::text, 'name', $3::text, 'state', 'submitted', 'account_id', $6::uuid,
         'bio', replace(p.bio, split_part(p.name, ' ', 1), split_part($3::text, ' ', 1)), 'approved_at', null, 'created_at', $4::timestamptz, 'payouts_ready', false, 'instant_booking', false, 'featured', false,
         'review_count', 0, 'review_sum', 0, 'answer_minutes', null, 'answered_percent', null, 'cancelled_percent', 0, 'booking_count', 0))).* from provider p where p.id = $5`,
      [id, called.toLowerCase().replaceAll(' ', '-'), called, before(hours + 30), model, account],
    )
    await bulk.rows(
      `insert into provider_service (provider_id, service_id, cost_minor, minutes) select $1, service_id, cost_minor, minutes from provider_service where provider_id = $2`,
      [id, model],
    )
    await bulk.rows(
      `insert into artist (id, provider_id, position, name, service_ids) select $1, $2, 0, $3, service_ids from artist where provider_id = $4 and position = 0`,
      [createSampleId(`waiting artist ${called}`), id, called.split(' ')[0], model],
    )
    await bulk.rows('insert into verification (provider_id, round, submitted_at) values ($1, 1, $2)', [
      id,
      before(hours),
    ])
  }
}
