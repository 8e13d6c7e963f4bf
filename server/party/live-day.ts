import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import {
  getProviderAppointment,
  type AppointmentRow,
  createIsoFormatter,
  lockAppointmentOf,
  listAllowedActions,
  noticeLines,
  publishAppointment,
  notifySide,
  updateAppointment,
  earliestWorkStart,
} from '#server/appointments/index.ts'
import { type Sender, getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { deriveDayFacts, getCurrentProgress, getSittingKey } from '#contract/party/day-facts.ts'
import type { DayWord, Elsewhere, ProgressEntry } from '#contract/party/day-updates.ts'
import { computeForecast, type Forecast } from '#contract/party/forecast.ts'
import { removeIdleArtists } from '#contract/search/remove-idle-artists.ts'
import { listMissingOf } from '#server/preparation/index.ts'
import { announceToTeammates, type MateRow, listTeammates } from '#server/checkout/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { insertProgress, listProgress } from './live-day.queries.ts'
import type { Plan } from '#contract/search/quotes.ts'
import type { Db } from '#db/database.ts'
import { formatClock, formatTime, zonedTime } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'

type Said = InputOf<typeof providerBookings.reportProgress>

/** Offline events carry the time at which they were entered. */
export async function reportProgress(
  ctx: Context,
  { appointmentId, words, sentAt }: Said,
): Promise<OutputOf<typeof providerBookings.reportProgress>> {
  await getProviderAppointment(ctx, appointmentId)
  const sender = await getSender(ctx)
  const drift = driftOf(sentAt, ctx.now)
  const right = words.map((word) => ({ ...word, at: new Date(Date.parse(word.at) + drift).toISOString() }))
  return ctx.transaction(async (tx) => ({ said: await recordProgress(tx, sender, appointmentId, right) }))
}

/** Returns the correction of the client's clock. Zero if it is behind by no more than a request's latency. */
function driftOf(sentAt: string, now: Date): number {
  const drift = now.getTime() - Date.parse(sentAt)
  return drift < 0 || drift > 60_000 ? drift : 0
}

type Word = Omit<ProgressEntry, 'acting'>

/** Limit per day, because each page load reads all of them. */
const MOST = 1_000

/**
 * Saves progress events idempotently, updates the appointment and publishes the change to open pages. Runs in the
 * caller's transaction.
 */
export async function recordProgress(
  tx: Context,
  sender: Sender,
  appointmentId: string,
  words: readonly Word[],
): Promise<ProgressEntry[]> {
  const row = await lockAppointmentOf(tx, appointmentId)
  const known = (await listProgress(tx.db, [row.id])).get(row.id) ?? []
  const fresh = freshOf(tx, row, words, known)
  // A retry after a lost response succeeds even if the booking has changed.
  if (fresh.length === 0) return known
  if (known.length + fresh.length > MOST) throw new Refusal('state_changed')
  await refuseUnsayable(tx, row, fresh)
  await insertProgress(tx.db, row.id, fresh, tx.now)
  const said = [...known, ...fresh]
  const { finishedAt } = computeForecast(
    removeIdleArtists(row.body.plan),
    said,
    tx.now.getTime(),
    createIsoFormatter(row),
  )
  const { leftAt, arrivedAt, late } = deriveDayFacts(said)
  const now = await updateAppointment(tx.db, row.id, {
    left_at: dateOf(leftAt ?? arrivedAt),
    arrived_at: dateOf(arrivedAt),
    late_minutes: late?.minutes ?? 0,
    late_from: dateOf(late?.at ?? null),
    done_at: dateOf(finishedAt),
  })
  await notifyDayProgress(tx, sender, now, await getLiveDay(tx.db, now, tx.now), fresh)
  await publishAppointment(tx, now, 'appointment.day')
  await announceToTeammates(tx, now)
  return said
}

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

function freshOf(
  tx: Context,
  row: AppointmentRow,
  words: readonly Word[],
  known: readonly ProgressEntry[],
): ProgressEntry[] {
  const ids = new Set(known.map(({ id }) => id))
  const fresh = new Map(words.filter(({ id }) => !ids.has(id)).map((word) => [word.id, word]))
  return [...fresh.values()].map((word) => ({
    ...word,
    at: new Date(Math.min(Math.max(Date.parse(word.at), earliestWorkStart(row)), tx.now.getTime())).toISOString(),
    acting: tx.viewer.actorId !== null,
  }))
}

async function refuseUnsayable(tx: Context, row: AppointmentRow, words: readonly ProgressEntry[]): Promise<void> {
  const { work } = listAllowedActions(row, {
    side: 'provider',
    move: null,
    dispute: null,
    onlineBalance: false,
    now: tx.now,
  })
  if (!work) throw new Refusal(row.state === 'booked' && tx.now < row.starts_at ? 'too_early' : 'state_changed')
  const begins = words.filter(({ undo }) => !undo)
  const sittings = new Set(row.body.plan.blocks.map(getSittingKey))
  const there = ({ person, serviceId }: ProgressEntry) =>
    person === null || sittings.has(getSittingKey({ person, serviceId: serviceId ?? '' }))
  if (!begins.every(there)) throw new Refusal('sitting_not_found')
  const works = begins.some(({ kind }) => kind !== 'late')
  if (works && (await listMissingOf(tx.db, row)).length > 0) throw new Refusal('not_ready')
}

/** A day: its plan, its progress events, the resulting forecast, and the services by other artists of the team. */
export type DayState = RunningPart & { planned: Plan; said: ProgressEntry[] }
type Row = Pick<
  AppointmentRow,
  'id' | 'body' | 'event_date' | 'tz' | 'left_at' | 'arrived_at' | 'late_from' | 'done_at'
>
type OwnRow = Row & Pick<AppointmentRow, 'search_id' | 'people' | 'starts_at'>

/** Progress events are accepted from this long before the day. */
const DAY_MS = 86_400_000

export async function getLiveDay(db: Db, row: OwnRow, now: Date): Promise<DayState> {
  const soon = now.getTime() > row.starts_at.getTime() - DAY_MS
  const [live] = await getLiveDays(db, row, soon ? await listTeammates(db, row.search_id) : [], now)
  return live as DayState
}

export async function getLiveDays(db: Db, row: OwnRow, mates: readonly MateRow[], now: Date): Promise<DayState[]> {
  const rows: readonly Row[] = [row, ...mates]
  // Skips the query if there are no progress events.
  const begun = rows.filter(({ left_at, arrived_at, late_from, done_at }) =>
    [left_at, arrived_at, late_from, done_at].some((at) => at !== null),
  )
  const words = await listProgress(
    db,
    begun.map(({ id }) => id),
  )
  const partOf = (part: Row, artist: string, people: readonly number[] | null) => ({
    planned: removeIdleArtists(part.body.plan),
    said: words.get(part.id) ?? [],
    artist,
    people,
    iso: createIsoFormatter(part),
  })
  const parts = [
    partOf(row, '', row.people ? null : (mates[0]?.own ?? null)),
    ...mates.map((mate) => partOf(mate, mate.name, mate.changed ? null : mate.theirs)),
  ] satisfies DayPart[]
  const running = runTogether(parts, now.getTime())
  return parts.map(({ planned, said }, i) => ({ planned, said, ...(running[i] as RunningPart) }))
}

export const getVisibleProgress = ({ said }: Pick<DayState, 'said'>): ProgressEntry[] => getCurrentProgress(said)

export type DayPart = {
  planned: Plan
  said: readonly DayWord[]
  artist: string
  /** Indexes of its people within the whole party, in plan order. Null if a change left them unknown. */
  people: readonly number[] | null
  iso: (ms: number) => string
}
type RunningPart = { seen: Forecast; elsewhere: Elsewhere[] }

/**
 * Computes the parts of a party together: a delay with one artist delays the next sitting. Each iteration settles at
 * least one more sitting, since a forecast depends only on earlier ones. Stops when nothing moves.
 */
export function runTogether(parts: readonly DayPart[], now: number): RunningPart[] {
  let running = parts.map((part) => runPart(part, [], now))
  for (let turn = 0; turn <= parts.flatMap(({ planned }) => planned.blocks).length; turn++) {
    const next = parts.map((part, i) => runPart(part, elsewhereOf(parts, running, i), now))
    const still = next.every(({ elsewhere }, i) => sameTimes(elsewhere, running[i]?.elsewhere ?? []))
    running = next
    if (still) break
  }
  return running
}

const runPart = ({ planned, said, iso }: DayPart, elsewhere: Elsewhere[], now: number): RunningPart => ({
  seen: computeForecast(planned, said, now, iso, elsewhere),
  elsewhere,
})

const sameTimes = (a: readonly Elsewhere[], b: readonly Elsewhere[]): boolean =>
  a.length === b.length && a.every(({ from, to }, i) => from === b[i]?.from && to === b[i]?.to)

function elsewhereOf(parts: readonly DayPart[], running: readonly RunningPart[], own: number): Elsewhere[] {
  const here = parts[own]?.people ?? []
  return parts.flatMap(({ artist, people, iso }, i) =>
    i === own
      ? []
      : (running[i]?.seen.sittings ?? []).map(({ person, label, plannedFrom, from, to, state }) => {
          const at = people ? here.indexOf(people[person - 1] ?? 0) : -1
          return { person: at + 1, artist, label, plannedFrom: iso(plannedFrom), from: iso(from), to: iso(to), state }
        }),
  )
}

/**
 * Returns the plan with people in another order, each with the same artists. Null if not everyone would be ready in
 * time.
 */
export function reorderPlan(plan: Plan, order: readonly number[], iso: (ms: number) => string): Plan | null {
  const people = [...new Set(plan.blocks.map(({ person }) => person))]
  if (order.length !== people.length || people.some((person) => !order.includes(person))) return null
  const start = Date.parse(plan.startAt)
  const artistFree = new Map<number, number>()
  const blocks: Plan['blocks'] = []
  for (const person of order) {
    let personFree = start
    // Keeps the original sequence of hair and makeup, which the planner optimised.
    for (const block of plan.blocks
      .filter((b) => b.person === person)
      .sort((a, b) => Date.parse(a.from) - Date.parse(b.from))) {
      const from = Math.max(personFree, artistFree.get(block.artistIndex) ?? start)
      const to = from + Date.parse(block.to) - Date.parse(block.from)
      artistFree.set(block.artistIndex, to)
      personFree = to
      blocks.push({ ...block, from: iso(from), to: iso(to) })
    }
  }
  const done = blocks.reduce((latest, { to }) => Math.max(latest, Date.parse(to)), start)
  const until = Math.max(Date.parse(plan.doneAt), plan.readyBy ? Date.parse(plan.readyBy) : 0)
  if (done > until) return null
  return { ...plan, blocks, doneAt: iso(done), spareMinutes: Math.max(0, Math.round((until - done) / 60_000)) }
}

/** Offline events older than this trigger no notification. */
const NEWS_MS = 20 * 60_000

/** Notifies the customer that the artist is on the way or late, once each per day while it is true. */
async function notifyDayProgress(
  tx: Context,
  sender: Sender,
  row: AppointmentRow,
  { seen: { plan, facts } }: DayState,
  fresh: readonly ProgressEntry[],
): Promise<void> {
  const isNews = (at: number) => tx.now.getTime() - at < NEWS_MS
  const said = (kind: ProgressEntry['kind']) => fresh.some((word) => word.kind === kind && !word.undo)
  const at = (instant: string) => formatClock(zonedTime(instant, row.tz))
  if (said('left') && facts.leftAt !== null && facts.arrivedAt === null && isNews(facts.leftAt))
    await notifySide(tx, sender, row, 'customer', 'onTheWay', {
      fact: `left ${row.id} ${row.starts_at.toISOString()}`,
      urgent: true,
      values: { clock: at(plan.arriveAt) },
    })
  const { late } = facts
  if (!said('late') || !late || !isNews(late.at) || (facts.arrivedAt ?? 0) > late.at || row.done_at) return
  const t = createTranslator(noticeLines, row.country_code as Country)
  const until = row.ready_at ?? row.ends_at
  const done = at(plan.doneAt)
  await notifySide(tx, sender, row, 'customer', 'late', {
    fact: `late ${row.id} ${late.minutes} ${late.at}`,
    urgent: true,
    values: {
      minutes: late.minutes,
      clock: at(plan.arriveAt),
      done,
      endLine:
        Date.parse(plan.doneAt) <= until.getTime()
          ? t('endLine.same', { time: formatTime(zonedTime(until.toISOString(), row.tz)) })
          : t('endLine.over', { done }),
    },
  })
}
