import type { HoursWindow, providerHours, ProviderHours } from '#contract/providers/hours.ts'
import { type Catalog, getCatalog } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerProvider } from './standing.ts'
import type { Db } from '#db/database.ts'
import { addDays, getEventDay, countDaysBetween, getToday } from '#server/platform/event-day.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { latestClose } from '#contract/providers/profile-rules.ts'
import { presentStanding } from './booked-out.ts'
import { lockProvider, findProviderById, type ProviderRow, listProviderServices } from './providers.queries.ts'
import { listHolidays } from './holidays.ts'
import {
  formatMinute,
  getHoursOfDay,
  type HoursSaid,
  openOnDay,
  type PackedHours,
  presentWindows,
  type Windows,
} from './open-hours.ts'
import {
  listBlocks,
  deleteExceptions,
  listExceptions,
  deletePastExceptions,
  insertExceptions,
  listUpcomingJobs,
  listServiceLeads,
  replaceBlocks,
  replaceLeads,
  replaceSeasons,
  listSeasons,
  updateWeek,
} from './hours.queries.ts'
import { reserveOpened } from './free-times.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { limits } from '#contract/constants.ts'

export const getHours = async (ctx: Context): Promise<ProviderHours> =>
  presentHours(ctx, await getCatalog(ctx.database), await getCallerProvider(ctx))

const daysShown = 28
const holidayDays = 396

async function changeHours(
  ctx: Context,
  work: (ctx: Context, row: ProviderRow, catalog: Catalog) => Promise<void>,
): Promise<ProviderHours> {
  const catalog = await getCatalog(ctx.database)
  const own = await getCallerProvider(ctx)
  return ctx.idempotent(async (tx) => {
    const row = await lockProvider(tx.db, own.account_id as string)
    if (!row) throw new Refusal('not_found')
    if (row.state === 'suspended') throw new Refusal('suspended')
    await work(tx, row, catalog)
    await reserveOpened(tx, row.id)
    return presentHours(tx, catalog, (await findProviderById(tx.db, row.id)) ?? row)
  })
}

async function presentHours(ctx: Context, catalog: Catalog, row: ProviderRow): Promise<ProviderHours> {
  const said = await readHoursSaid(ctx.db, row)
  const today = getToday(row.tz, ctx.now)
  return {
    timeZone: row.tz,
    today,
    week: said.packed.week.map(presentWindows),
    seasons: said.seasons.map(({ yearly, name, first_on, last_on, week }) => ({
      yearly,
      name,
      from: yearly ? first_on.slice(5) : first_on,
      until: yearly ? last_on.slice(5) : last_on,
      week: week.map(presentWindows),
    })),
    exceptions: said.exceptions
      .filter(({ last_on }) => last_on >= today)
      .map(({ id, first_on, last_on, label, holiday, windows }) => ({
        id: String(id),
        from: first_on,
        until: last_on,
        label,
        holiday,
        windows: presentWindows(windows),
      })),
    blocks: said.blocks.map(({ label, weekdays, from_minute, to_minute, first_on, last_on }) => ({
      label,
      weekdays: [0, 1, 2, 3, 4, 5, 6].filter((day) => (weekdays >> day) & 1),
      opens: formatMinute(from_minute),
      closes: formatMinute(to_minute),
      from: first_on,
      until: last_on,
    })),
    noticeHours: row.notice_hours,
    horizonDays: row.horizon_days,
    leads: await presentLeads(ctx.db, catalog, row.id),
    holidays: listHolidays(row.country_code, today, addDays(today, holidayDays)).map(({ date, name }) => ({
      date,
      name,
      closed: said.exceptions.some(
        ({ first_on, last_on, windows }) => first_on <= date && date <= last_on && windows.length === 0,
      ),
    })),
    days: Array.from({ length: daysShown }, (_, i) => getHoursOfDay(said, addDays(today, i))),
    outside: (await listUpcomingJobs(ctx.db, row.id, ctx.now))
      .filter(
        ({ event_date, from, to }) => !isWithin(openOnDay(said.packed, getEventDay(event_date, row.tz)), from, to),
      )
      .map(({ id, event_date, from, to }) => ({
        id,
        eventDate: event_date,
        ...presentStanding({ from, to }, event_date, row.tz),
      })),
  }
}

const isWithin = (open: readonly number[], from: number, to: number): boolean =>
  open.some((opens, i) => i % 2 === 0 && opens <= from && to <= (open[i + 1] as number))

async function presentLeads(db: Db, catalog: Catalog, providerId: string): Promise<ProviderHours['leads']> {
  const own = await listServiceLeads(db, providerId)
  const offered = new Set(
    (await listProviderServices(db, providerId)).map(
      ({ service_id }) => catalog.services.get(service_id)?.serviceTypeId,
    ),
  )
  return typesOf(catalog)
    .map(({ id, label }) => ({ id, label, lead: own.find(({ service_type_id }) => service_type_id === id) }))
    .filter(({ id, lead }) => lead || offered.has(id))
    .map(({ id, label, lead }) => ({
      typeId: id,
      label,
      noticeHours: lead?.notice_hours ?? null,
      horizonDays: lead?.horizon_days ?? null,
    }))
}

const typesOf = ({ categories }: Catalog) => [...categories.values()].flatMap(({ serviceTypes }) => serviceTypes)

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Parses a window into minutes of the day. A close at or before opening is the next morning, to 5 AM. */
function minutesOf({ opens, closes }: HoursWindow, path: string): { from: number; to: number } {
  const [from, until] = [minuteOf(opens), minuteOf(closes)]
  const to = until <= from ? until + 1440 : until
  if (to > latestClose) throw createFieldRefusal('hours_too_late', `${path}.closes`)
  return { from, to }
}

function windowsOf(windows: readonly HoursWindow[], path: string): Windows {
  const joined: number[] = []
  for (const { from, to } of windows
    .map((window, i) => minutesOf(window, `${path}.${i}`))
    .toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last) joined[joined.length - 1] = Math.max(last, to)
    else joined.push(from, to)
  }
  return joined
}

const weekOf = (week: readonly (readonly HoursWindow[])[], path: string): Windows[] =>
  week.map((windows, day) => windowsOf(windows, `${path}.${day}`))

function refuseBackwards(from: string | null, until: string | null, path: string): void {
  if (from !== null && until !== null && until < from) throw createFieldRefusal('days_in_order', path)
}

export async function readHoursSaid(db: Db, row: ProviderRow): Promise<HoursSaid> {
  return {
    packed: (row.hours as PackedHours | null) ?? everyDay(row),
    seasons: await listSeasons(db, row.id),
    exceptions: await listExceptions(db, row.id),
    blocks: await listBlocks(db, row.id),
  }
}

function everyDay({ opens_minute, closes_minute }: ProviderRow): PackedHours {
  const week = Array.from({ length: 7 }, () => [opens_minute, closes_minute])
  return { opens: opens_minute, closes: closes_minute, week, seasons: [], exceptions: [], blocks: [], leads: [] }
}

export const setWeek = (
  ctx: Context,
  { days }: InputOf<typeof providerHours.week>,
): Promise<OutputOf<typeof providerHours.week>> =>
  changeHours(ctx, async (ctx, row) => {
    await updateWeek(ctx.db, row.id, weekOf(days, 'days'))
  })

export const setBlocks = (
  ctx: Context,
  { blocks }: InputOf<typeof providerHours.blocks>,
): Promise<OutputOf<typeof providerHours.blocks>> =>
  changeHours(ctx, (ctx, row) =>
    replaceBlocks(
      ctx.db,
      row.id,
      blocks.map(({ label, weekdays, from, until, ...window }, i) => {
        refuseBackwards(from, until, `blocks.${i}.until`)
        const minutes = minutesOf(window, `blocks.${i}`)
        return {
          label,
          weekdays: weekdays.reduce((bits, day) => bits | (1 << day), 0),
          from_minute: minutes.from,
          to_minute: minutes.to,
          first_on: from,
          last_on: until,
        }
      }),
    ),
  )

const most = 200
const keptDays = 31
const longest = 366

export const addException = (
  ctx: Context,
  { from, until, label, windows }: InputOf<typeof providerHours.addException>,
): Promise<OutputOf<typeof providerHours.addException>> =>
  changeHours(ctx, async (ctx, row) => {
    const today = getToday(row.tz, ctx.now)
    refuseBackwards(from, until, 'until')
    if (until < today) throw createFieldRefusal('date_past', 'until')
    if (countDaysBetween(today, until) > limits.searchYearsAhead * 366 || countDaysBetween(from, until) > longest)
      throw createFieldRefusal('date_too_far', 'until')
    await deletePastExceptions(ctx.db, row.id, addDays(today, -keptDays))
    const known = await listExceptions(ctx.db, row.id)
    const open = windowsOf(windows, 'windows')
    if (
      known.some(
        (one) =>
          one.first_on === from && one.last_on === until && one.label === label && String(one.windows) === String(open),
      )
    )
      return
    if (known.length >= most) throw new Refusal('too_many_exceptions')
    await insertExceptions(ctx.db, row.id, [{ first_on: from, last_on: until, label, holiday: false, windows: open }])
  })

export const removeException = (
  ctx: Context,
  { id }: InputOf<typeof providerHours.removeException>,
): Promise<OutputOf<typeof providerHours.removeException>> =>
  changeHours(ctx, async (ctx, row) => {
    if ((await deleteExceptions(ctx.db, row.id, [id])) === 0) throw new Refusal('not_found')
  })

/** Throws if two seasons of a kind overlap. */
export const setSeasons = (
  ctx: Context,
  { seasons }: InputOf<typeof providerHours.seasons>,
): Promise<OutputOf<typeof providerHours.seasons>> =>
  changeHours(ctx, (ctx, row) =>
    replaceSeasons(
      ctx.db,
      row.id,
      seasons.map(({ yearly, name, from, until, week }, i) => {
        // A yearly season may span New Year.
        if (!yearly) refuseBackwards(from, until, `seasons.${i}.until`)
        const dated = (day: string) => (yearly ? `2000-${day}` : day)
        return { yearly, name, first_on: dated(from), last_on: dated(until), week: weekOf(week, `seasons.${i}.week`) }
      }),
    ),
  )

export const setHolidays = (
  ctx: Context,
  { closed }: InputOf<typeof providerHours.holidays>,
): Promise<OutputOf<typeof providerHours.holidays>> =>
  changeHours(ctx, async (ctx, row) => {
    const today = getToday(row.tz, ctx.now)
    const holidays = listHolidays(row.country_code, today, addDays(today, holidayDays))
    if (closed.some((date) => !holidays.some((holiday) => holiday.date === date)))
      throw createFieldRefusal('no_holiday', 'closed')
    const known = await listExceptions(ctx.db, row.id)
    const worked = known.filter(({ holiday, first_on }) => holiday && first_on >= today && !closed.includes(first_on))
    await deleteExceptions(
      ctx.db,
      row.id,
      worked.map(({ id }) => id),
    )
    const kept = known.filter((one) => !worked.includes(one))
    await insertExceptions(
      ctx.db,
      row.id,
      holidays
        .filter(({ date }) => closed.includes(date))
        .filter(({ date }) => !kept.some(({ first_on, last_on }) => first_on <= date && date <= last_on))
        .map(({ date, name }) => ({ first_on: date, last_on: date, label: name, holiday: true, windows: [] })),
    )
  })

export const setLeads = (
  ctx: Context,
  { noticeHours, horizonDays, leads }: InputOf<typeof providerHours.leads>,
): Promise<OutputOf<typeof providerHours.leads>> =>
  changeHours(ctx, async (ctx, row, catalog) => {
    const known = new Set(typesOf(catalog).map(({ id }) => id))
    leads.forEach(({ typeId }, i) => {
      if (!known.has(typeId) || leads.findIndex((one) => one.typeId === typeId) < i)
        throw createFieldRefusal('unknown_type', `leads.${i}.typeId`)
    })
    await replaceLeads(
      ctx.db,
      row.id,
      { notice_hours: noticeHours, horizon_days: horizonDays },
      leads
        .filter((lead) => lead.noticeHours !== null || lead.horizonDays !== null)
        .map((lead) => ({
          service_type_id: lead.typeId,
          notice_hours: lead.noticeHours,
          horizon_days: lead.horizonDays,
        })),
    )
  })
