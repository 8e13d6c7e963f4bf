import type { HoursWindow, ProviderHours } from '#contract/providers/hours.ts'
import type { Db } from '#db/database.ts'
import { type Catalog, catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter, dayOf, todayIn } from '#server/platform/event-day.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { latestClose } from '#contract/providers/profile-rules.ts'
import { presentStanding } from '#server/providers/booked-out/door.ts'
import { ownProvider } from '#server/providers/own-provider.ts'
import { providerById, type ProviderRow } from '#server/providers/row-queries.ts'
import { lockProvider, servicesOf } from '#server/providers/door.ts'
import { holidaysOf } from './holidays.ts'
import { clockOf, hoursOfDay, presentWindows } from './hours-of-day.ts'
import { jobsAhead, leadsOf } from './hours-queries.ts'
import { reserveOpened } from '#server/providers/diary/free-time.ts'
import { hoursSaid } from './hours-said.ts'
import { openOnDay, type Windows } from '#server/providers/open-days/door.ts'

const daysShown = 28
/** How far ahead public holidays are listed. */
export const holidayDays = 396

/** Changes the caller's own hours in one transaction, nobody else at them meanwhile, and answers them as they are then. */
export async function changeHours(
  ctx: Context,
  work: (ctx: Context, row: ProviderRow, catalog: Catalog) => Promise<void>,
): Promise<ProviderHours> {
  const catalog = await catalogOf(ctx.database)
  const own = await ownProvider(ctx)
  return ctx.once(async (tx) => {
    const row = await lockProvider(tx.db, own.account_id as string)
    if (!row) throw new Refusal('not_found')
    if (row.state === 'suspended') throw new Refusal('suspended')
    await work(tx, row, catalog)
    await reserveOpened(tx, row.id)
    return presentHours(tx, catalog, (await providerById(tx.db, row.id)) ?? row)
  })
}

/** Hours as their owner sees them. */
export async function presentHours(ctx: Context, catalog: Catalog, row: ProviderRow): Promise<ProviderHours> {
  const said = await hoursSaid(ctx.db, row)
  const today = todayIn(row.tz, ctx.now)
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
      opens: clockOf(from_minute),
      closes: clockOf(to_minute),
      from: first_on,
      until: last_on,
    })),
    noticeHours: row.notice_hours,
    horizonDays: row.horizon_days,
    leads: await presentLeads(ctx.db, catalog, row.id),
    holidays: holidaysOf(row.country_code, today, dateAfter(today, holidayDays)).map(({ date, name }) => ({
      date,
      name,
      closed: said.exceptions.some(
        ({ first_on, last_on, windows }) => first_on <= date && date <= last_on && windows.length === 0,
      ),
    })),
    days: Array.from({ length: daysShown }, (_, i) => hoursOfDay(said, dateAfter(today, i))),
    outside: (await jobsAhead(ctx.db, row.id, ctx.now))
      .filter(({ event_date, from, to }) => !isWithin(openOnDay(said.packed, dayOf(event_date, row.tz)), from, to))
      .map(({ id, event_date, from, to }) => ({
        id,
        eventDate: event_date,
        ...presentStanding({ from, to }, event_date, row.tz),
      })),
  }
}

const isWithin = (open: readonly number[], from: number, to: number): boolean =>
  open.some((opens, i) => i % 2 === 0 && opens <= from && to <= (open[i + 1] as number))

/** The kinds of work that somebody offers, in the catalogue's order, with what each asks for. */
async function presentLeads(db: Db, catalog: Catalog, providerId: string): Promise<ProviderHours['leads']> {
  const own = await leadsOf(db, providerId)
  const offered = new Set(
    (await servicesOf(db, providerId)).map(({ service_id }) => catalog.services.get(service_id)?.serviceTypeId),
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

/** Every kind of work of the catalogue. */
export const typesOf = ({ categories }: Catalog) => [...categories.values()].flatMap(({ serviceTypes }) => serviceTypes)

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** A window in minutes of its day; a close at or before the opening is in the night after, to 5 AM. */
export function minutesOf({ opens, closes }: HoursWindow, path: string): { from: number; to: number } {
  const [from, until] = [minuteOf(opens), minuteOf(closes)]
  const to = until <= from ? until + 1440 : until
  if (to > latestClose) throw refuseField('hours_too_late', `${path}.closes`)
  return { from, to }
}

/** Windows as the rules know them: ascending, those that touch as one. */
export function windowsOf(windows: readonly HoursWindow[], path: string): Windows {
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

/** The same of seven days. */
export const weekOf = (week: readonly (readonly HoursWindow[])[], path: string): Windows[] =>
  week.map((windows, day) => windowsOf(windows, `${path}.${day}`))

/** Refuses a last day before the first. */
export function refuseBackwards(from: string | null, until: string | null, path: string): void {
  if (from !== null && until !== null && until < from) throw refuseField('days_in_order', path)
}
