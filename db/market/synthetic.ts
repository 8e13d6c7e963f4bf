import { toMajor, toMinor } from '#contract/money.ts'
import { getCell } from '#db/cast/rows.ts'
import { getOffset } from '#db/cast/calendar.ts'
import { copyLine } from '#db/bulk.ts'
import { slugify } from '#db/gazetteer/search-text.ts'
import type { City } from './cities.ts'
import type { Template } from './templates.ts'

export type Rows = { table: string; columns: readonly string[]; lines: () => Iterable<string> }

type Made = {
  no: number
  id: string
  city: City
  template: Template
  diary: Template['diary']
  lat: number
  lng: number
  cell: number
  dearer: number
  roll: Roll
}

const joinedAt = '2025-03-01T09:00:00Z'

type Roll = () => number
function rollOf(seed: number): Roll {
  let state = (seed * 0x9e3779b1) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')
const ID_FACTOR = 0x85ebca6b
const idOf = (no: number): string => `${hex(Math.imul(no, ID_FACTOR) >>> 0, 8)}-0000-4000-8000-${hex(no, 12)}`

/**
 * Generates all rows of a synthetic market table by table, regenerated for each so that a million providers need no
 * memory; calendars in two halves.
 */
export function generateSyntheticRows(
  cities: readonly City[],
  templates: Readonly<Record<City['country'], readonly Template[]>>,
): { rows: Rows[]; diaries: [Rows, Rows] } {
  const whose = shuffledCities(cities)
  const total = whose.length
  const make = (index: number): Made => generateArtist(index + 1, cities[whose[index] as number] as City, templates)
  const each = (lines: (made: Made) => Iterable<string>) =>
    function* () {
      for (let i = 0; i < total; i++) yield* lines(make(i))
    }
  const half = (from: number, until: number): Rows => ({
    table: 'busy',
    columns: ['id', 'provider_id', 'provider_no', 'kind', 'during', 'event_date', 'cell'],
    *lines() {
      for (const i of byStartOfId(total, from, until)) yield* busyLines(make(i))
    },
  })
  const rows = [
    { table: 'provider', columns: providerColumns, lines: each((made) => [providerLine(made)]) },
    {
      table: 'provider_service',
      columns: ['provider_id', 'service_id', 'cost_minor', 'minutes'],
      lines: each(serviceLines),
    },
    { table: 'artist', columns: ['id', 'provider_id', 'position', 'name', 'service_ids'], lines: each(artistLines) },
    { table: 'media', columns: ['id', 'provider_id', 'position', 'alt', 'drawing', 'sample'], lines: each(mediaLines) },
    {
      table: 'artist_document',
      columns: ['provider_id', 'kind', 'state', 'sent_at', 'decided_at'],
      lines: each(identityLines),
    },
    { table: 'provider_match', columns: matchColumns, lines: each((made) => [matchLine(made)]) },
    {
      table: 'busy_day',
      columns: ['day', 'cell', 'provider_no', 'from_s', 'to_s', 'busy_id'],
      lines: each(busyDayLines),
    },
  ]
  return { rows, diaries: [half(0, 128), half(128, 256)] }
}

/**
 * Returns the providers whose ids start with a byte of the range, byte by byte: the id index then grows in a part that
 * fits in memory, unsorted within it, because sorted inserts would split its pages badly.
 */
function byStartOfId(total: number, from: number, until: number): Uint32Array {
  const start = (index: number) => Math.imul(index + 1, ID_FACTOR) >>> 24
  return Uint32Array.from({ length: total }, (_, i) => i)
    .filter((i) => start(i) >= from && start(i) < until)
    .sort((a, b) => start(a) - start(b) || a - b)
}

function shuffledCities(cities: readonly City[]): Uint32Array {
  const whose = new Uint32Array(cities.reduce((sum, city) => sum + city.providers, 0))
  let at = 0
  cities.forEach((city, i) => {
    whose.fill(i, at, at + city.providers)
    at += city.providers
  })
  const roll = rollOf(20_261_120)
  for (let i = whose.length - 1; i > 0; i--) {
    const j = Math.floor(roll() * (i + 1))
    const held = whose[i] as number
    whose[i] = whose[j] as number
    whose[j] = held
  }
  return whose
}

function generateArtist(
  no: number,
  city: City,
  templates: Readonly<Record<City['country'], readonly Template[]>>,
): Made {
  const roll = rollOf(no)
  const pool = templates[city.country]
  const template = pool[Math.floor(roll() * pool.length)] as Template
  const { diary } = pool[Math.floor(roll() * pool.length)] as Template
  const km = Math.min(45, city.spreadKm * Math.sqrt(-Math.log(1 - roll() * 0.999)))
  const angle = roll() * Math.PI * 2
  const lat = round5(city.lat + (Math.sin(angle) * km) / 111.32)
  const lng = round5(city.lng + (Math.cos(angle) * km) / (111.32 * Math.cos((city.lat * Math.PI) / 180)))
  return {
    no,
    id: idOf(no),
    city,
    template,
    diary,
    lat,
    lng,
    cell: getCell(lat, lng),
    dearer: 0.85 + roll() * 0.3,
    roll,
  }
}

const round5 = (degrees: number): number => Math.round(degrees * 100_000) / 100_000
const costOf = (amount: number, { dearer }: Made): number => toMinor(Math.max(1, Math.round(toMajor(amount * dearer))))

function shared({ template, dearer }: Made) {
  const { terms, mode } = template.provider
  return {
    mobile: mode !== 'studio',
    studio: mode !== 'mobile',
    radius: terms.radiusMetres,
    free: terms.freeMetres,
    perUnit: terms.perUnitMinor,
    minimum: Math.round((terms.minimumMinor * dearer) / 500) * 500,
  }
}

const providerColumns =
  'id no slug name state country_code lat lng area city tz bio languages pronoun since shades kit skills mobile studio travel_radius_m travel_free_m travel_per_unit_minor minimum_job_minor payouts_ready instant_booking deposit_share policy buffer_minutes notice_hours horizon_days opens_minute closes_minute early_before_minute early_fee_minor online_balance featured vaccinated covid_trained review_count review_sum answer_minutes answered_percent cancelled_percent booking_count profile_media_id cover_media_id approved_at sample created_at'.split(
    ' ',
  )

function providerLine(made: Made): string {
  const { no, id, city, lat, lng } = made
  const p = made.template.provider
  const t = p.terms
  const own = shared(made)
  return copyLine([
    id,
    no,
    `${slugify(p.given)}-${slugify(p.family)}-${no}`,
    `${p.given} ${p.family}`,
    'approved',
    city.country,
    lat,
    lng,
    city.name,
    city.name,
    city.tz,
    p.bio,
    p.languages,
    p.pronoun,
    2026 - p.years,
    p.shades,
    { json: p.kit },
    p.skills,
    own.mobile,
    own.studio,
    own.radius,
    own.free,
    own.perUnit,
    own.minimum,
    true,
    t.instant,
    t.depositShare,
    t.policy,
    t.bufferMinutes,
    t.noticeHours,
    t.horizonDays,
    t.opensMinute,
    t.closesMinute,
    t.earlyBeforeMinute,
    t.earlyFeeMinor,
    t.onlineBalance,
    t.featured,
    t.vaccinated,
    t.covidTrained,
    p.reviewCount,
    p.reviewSum,
    t.answerMinutes,
    t.answeredPercent,
    t.cancelledPercent,
    p.bookings,
    no * 2 - 1,
    no * 2,
    joinedAt,
    true,
    joinedAt,
  ])
}

const matchColumns =
  'provider_no provider_id cell country_code lat lng mobile studio travel_radius_m travel_free_m travel_per_unit_minor minimum_job_minor instant_booking deposit_share buffer_minutes notice_hours horizon_days opens_minute closes_minute early_before_minute early_fee_minor featured vaccinated covid_trained review_count review_sum answer_minutes answered_percent cancelled_percent booking_count approved_at service_nos costs_minor minutes setups artists skills changed_at'.split(
    ' ',
  )

/** Returns the search row as the database's `refresh_match` writes it. */
function matchLine(made: Made): string {
  const { no, id, city, lat, lng, cell, template } = made
  const p = template.provider
  const t = p.terms
  const own = shared(made)
  return copyLine([
    no,
    id,
    cell,
    city.country,
    lat,
    lng,
    own.mobile,
    own.studio,
    own.radius,
    own.free,
    own.perUnit,
    own.minimum,
    t.instant,
    t.depositShare,
    t.bufferMinutes,
    t.noticeHours,
    t.horizonDays,
    t.opensMinute,
    t.closesMinute,
    t.earlyBeforeMinute,
    t.earlyFeeMinor,
    t.featured,
    t.vaccinated,
    t.covidTrained,
    p.reviewCount,
    p.reviewSum,
    t.answerMinutes,
    t.answeredPercent,
    t.cancelledPercent,
    p.bookings,
    joinedAt,
    template.offered.map((s) => s.no),
    template.offered.map((s) => costOf(s.costMinor, made)),
    template.offered.map((s) => s.minutes ?? s.usual),
    template.offered.map((s) => s.setup),
    template.packedArtists,
    p.skills,
    joinedAt,
  ])
}

function* serviceLines(made: Made): Iterable<string> {
  for (const { id, costMinor, minutes } of made.template.offered)
    yield copyLine([made.id, id, costOf(costMinor, made), minutes])
}

function* artistLines({ no, id, template }: Made): Iterable<string> {
  for (const [position, { name, does }] of template.artists.entries())
    yield copyLine([`${hex(no, 8)}-0000-4000-8000-a${hex(position, 11)}`, id, position, name, does])
}

function* identityLines({ id }: Made): Generator<string> {
  yield copyLine([id, 'identity', 'accepted', joinedAt, joinedAt])
}

function* mediaLines({ no, id, template }: Made): Iterable<string> {
  for (const [i, { alt, json }] of template.pictures.entries())
    yield `${copyLine([no * 2 - 1 + i, id, i, alt])}\t${json}\tt`
}

const room = 256

function* jobsOf({
  no,
  diary,
  city,
}: Made): Iterable<{ id: number; kind: string; date: string; from: number; to: number }> {
  for (const [i, { kind, date, fromSeconds, toSeconds }] of diary.entries()) {
    const shift = zoneShift(city.tz, date, fromSeconds)
    yield { id: no * room + i, kind, date, from: fromSeconds - shift, to: toSeconds - shift }
  }
}

const shifts = new Map<string, number>()
function zoneShift(tz: string, date: string, seconds: number): number {
  const key = tz + date
  const known = shifts.get(key)
  if (known !== undefined) return known
  const shift = getOffset(tz, seconds)
  shifts.set(key, shift)
  return shift
}

const iso = new Map<number, string>()
/** Cached: jobs start on multiples of five minutes, so instants repeat. */
function isoOf(seconds: number): string {
  const known = iso.get(seconds)
  if (known) return known
  const text = new Date(seconds * 1000).toISOString()
  iso.set(seconds, text)
  return text
}

function* busyLines(made: Made): Iterable<string> {
  for (const { id, kind, date, from, to } of jobsOf(made))
    yield `${id}\t${made.id}\t${made.no}\t${kind}\t[${isoOf(from)},${isoOf(to)})\t${date}\t${made.cell}`
}

function* busyDayLines(made: Made): Iterable<string> {
  for (const { id, from, to } of jobsOf(made))
    for (let day = Math.floor(from / 86_400); day <= Math.floor((to - 1) / 86_400); day++)
      yield `${isoOf(day * 86_400).slice(0, 10)}\t${made.cell}\t${made.no}\t${from}\t${to}\t${id}`
}
