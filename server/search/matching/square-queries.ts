import type { LowerPrice, Package } from '#contract/price.ts'
import type { Database } from '#db/database.ts'
import {
  type Column,
  type ColumnValues,
  float64Column,
  int32Column,
  int32ListColumn,
  jsonColumn,
  readColumns,
  selectColumns,
  sparseJsonColumn,
} from '#db/typed-columns.ts'
import type { PackedHours } from '#server/providers/index.ts'

/** Selling rules of a provider whose services vary. `shares` are deposit shares by service number. */
export type PackedSelling = {
  readonly shares: readonly (readonly [service: number, share: number])[]
  readonly lower: readonly LowerPrice[]
  readonly packages?: readonly Package<number>[]
}

const flags = {
  mobile: 'm.mobile',
  studio: 'm.studio',
  instant: 'm.instant_booking',
  featured: 'm.featured',
  vaccinated: 'm.vaccinated',
  covidTrained: 'm.covid_trained',
  ownHours: 'm.hours is not null',
  hasWork: 'm.has_work',
}
export const flag = buildNameNumbers(Object.keys(flags) as (keyof typeof flags)[], (place) => 1 << place)

/** The index of the country code is stored above the bits of `flags`. */
export const countries = ['AU', 'US', 'GB', 'CA']
export const countryShift = Object.keys(flags).length

const flagBits = Object.values(flags).map((condition, bit) => `(${condition})::int << ${bit}`)
const countryPlace = `case m.country_code ${countries.map((code, place) => `when '${code}' then ${place}`).join(' ')} else -1 end`

/** Numbers of a provider, each with its SQL expression over `provider_match m`. */
const numbers = {
  no: 'm.provider_no',
  flags: `${flagBits.map((bit) => `(${bit})`).join(' | ')} | (${countryPlace} << ${countryShift})`,
  radius: 'm.travel_radius_m',
  free: 'm.travel_free_m',
  perUnit: 'm.travel_per_unit_minor',
  minimum: 'm.minimum_job_minor',
  share: 'm.deposit_share',
  buffer: 'm.buffer_minutes',
  notice: 'm.notice_hours',
  horizon: 'm.horizon_days',
  opens: 'm.opens_minute',
  closes: 'm.closes_minute',
  /** -1 without an early start. */
  earlyBefore: 'coalesce(m.early_before_minute, -1)',
  earlyFee: 'm.early_fee_minor',
  reviews: 'm.review_count',
  /** In hundredths of a star. */
  reviewSum: 'in_hundredths(m.review_sum)',
  /** -1 if unknown. */
  answerMinutes: 'coalesce(m.answer_minutes, -1)',
  answered: 'coalesce(m.answered_percent, -1)',
  cancelled: 'm.cancelled_percent',
  bookings: 'm.booking_count',
  /** Day since 1970 of publication, and second of the last change. */
  since: `(m.approved_at at time zone 'UTC')::date - date '1970-01-01'`,
  changed: 'floor(extract(epoch from m.changed_at))::int',
  /** Last second covered by Instant Book; -1 without a limit. */
  instantUntil: 'coalesce(floor(extract(epoch from m.instant_until))::int, -1)',
}
export type NumberName = keyof typeof numbers
export const numberNames = Object.keys(numbers) as NumberName[]

export const providerColumns = {
  ...(Object.fromEntries(
    Object.entries(numbers).map(([name, expression]) => [name, int32Column(expression)]),
  ) as Record<NumberName, Column<Int32Array>>),
  lat: float64Column('m.lat'),
  lng: float64Column('m.lng'),
  serviceCount: int32Column('cardinality(m.service_nos)'),
  serviceNos: int32ListColumn('m.service_nos'),
  serviceMinutes: int32ListColumn('m.minutes'),
  serviceCosts: int32ListColumn('m.costs_minor'),
  crew: jsonColumn<number[][]>(`'[[' || replace(m.artists, ';', '],[') || ']]'`),
  skills: jsonColumn<string[]>('array_to_json(m.skills)'),
  hours: sparseJsonColumn<PackedHours>('m.provider_no', 'm.hours'),
  selling: sparseJsonColumn<PackedSelling>('m.provider_no', 'm.selling'),
}

export type ProviderColumns = ColumnValues<typeof providerColumns>

/** Part of a square. `count` is the number of providers in the whole square. */
export type SquareSlice = { cell: number; version: number; count: number; columns: () => ProviderColumns }

export const SLICE_PROVIDERS = 2_000

/**
 * Reads squares in slices, ascending by square and provider number. Calling `columns` decodes a slice, so that the
 * caller can yield in between.
 */
export async function readSquares(database: Database, cells: readonly number[]): Promise<SquareSlice[]> {
  type Row = { cell: number; version: number; count: number } & Record<string, unknown>
  const rows = await database.prepared<Row>(
    'search_squares',
    `
    select m.square as cell, max(m.version) as version, count(m.provider_no)::int as count,
      ${selectColumns(providerColumns)}
    from (
      select c.cell as square, c.version, p.*,
        (row_number() over (partition by c.cell order by p.provider_no) - 1) / ${SLICE_PROVIDERS} as slice
      from match_cell c left join provider_match p on p.cell = c.cell
      where c.cell = any($1::int[]) order by c.cell, slice, p.provider_no) m
    group by m.square, m.slice order by m.square, m.slice`,
    [cells],
  )
  return rows.map((row) => ({
    cell: row.cell,
    version: row.version,
    count: row.count,
    columns: () => readColumns(providerColumns, row),
  }))
}

export async function readSquareSizes(database: Database): Promise<Map<number, number>> {
  const rows = await database.prepared<{ cell: number; providers: number }>(
    'search_square_sizes',
    `
    select c.cell, count(m.provider_no)::int as providers from match_cell c left join provider_match m on m.cell = c.cell
    group by c.cell order by providers desc, c.cell`,
    [],
  )
  return new Map(rows.map(({ cell, providers }) => [cell, providers]))
}

/** Versions of the squares, and of their UTC days with changed busy times. */
export type Versions = { cells: ReadonlyMap<number, number>; busy: ReadonlyMap<string, ReadonlyMap<number, number>> }

export async function readVersions(
  database: Database,
  cells: readonly number[],
  days: readonly string[],
): Promise<Versions> {
  const runs = runsOf(cells)
  type Row = { day: string | null; cells: number[] | null; versions: number[] | null }
  const rows = await database.prepared<Row>(
    'search_versions',
    `
    select null::date as day, array_agg(c.cell) as cells, array_agg(c.version) as versions
    from (
      select c.cell, c.version from unnest($2::int[], $3::int[]) r(low, high)
      join match_cell c on c.cell between r.low and r.high order by c.cell) c
    union all
    select v.day, array_agg(v.cell), array_agg(v.version)
    from (
      select b.day, b.cell, bit_xor(b.version) as version
      from unnest($1::date[]) d(day) cross join unnest($2::int[], $3::int[]) r(low, high)
      join busy_cell_day b on b.day = d.day and b.cell between r.low and r.high
      group by b.day, b.cell) v
    group by v.day`,
    [days, runs.map(([low]) => low), runs.map(([, high]) => high)],
  )
  const versionsOf = ({ cells, versions }: Row) =>
    new Map((cells ?? []).map((cell, i) => [cell, (versions ?? [])[i] as number]))
  const ofSquares = rows.find(({ day }) => day === null)
  return {
    cells: ofSquares ? versionsOf(ofSquares) : new Map(),
    busy: new Map(rows.flatMap((row) => (row.day === null ? [] : [[row.day, versionsOf(row)] as const]))),
  }
}

// Merges neighbouring squares into ranges: ten ranges are queried faster than a hundred numbers.
function runsOf(cells: readonly number[]): [low: number, high: number][] {
  const runs: [number, number][] = []
  for (const cell of cells.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last[1] === cell - 1) last[1] = cell
    else runs.push([cell, cell])
  }
  return runs
}

const busyColumns = { nos: int32Column('b.provider_no'), from: int32Column('b.from_s'), until: int32Column('b.to_s') }

/** Ascending by provider number. */
export type BusyTimes = { day: string; cell: number; version: number } & ColumnValues<typeof busyColumns>

export async function readBusyTimes(
  database: Database,
  days: readonly string[],
  cells: readonly number[],
): Promise<BusyTimes[]> {
  const rows = await database.prepared<{ day: string; cell: number; version: number } & Record<string, unknown>>(
    'search_busy_times',
    `
    select w.day, w.cell, coalesce(v.version, 0) as version, b.*
    from unnest($1::date[], $2::int[]) w(day, cell)
    left join lateral (select bit_xor(version) as version from busy_cell_day where busy_cell_day.day = w.day and busy_cell_day.cell = w.cell) v on true
    left join lateral (select ${selectColumns(busyColumns)}
      from (select * from busy_day where busy_day.day = w.day and busy_day.cell = w.cell order by provider_no, from_s) b) b on true`,
    [days, cells],
  )
  return rows.map((row) => ({ day: row.day, cell: row.cell, version: row.version, ...readColumns(busyColumns, row) }))
}

export function buildNameNumbers<Name extends string>(
  names: readonly Name[],
  numberAt: (place: number) => number,
): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, place) => [name, numberAt(place)])) as Record<Name, number>
}
