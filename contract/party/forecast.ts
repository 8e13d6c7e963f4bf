import type { Plan } from '#contract/search/quotes.ts'
import { type DayFacts, deriveDayFacts, getSittingKey } from './day-facts.ts'
import type { DayWord, Elsewhere } from './day-updates.ts'

const minuteMs = 60_000
/** The clock moves times in steps of this many minutes, so that they do not change every minute. */
const CLOCK_STEP = 5
/** Maximum minutes by which the clock alone extends a running sitting. */
export const SILENT_MOST = 60

export type Sitting = {
  person: number
  serviceId: string
  label: string
  artistIndex: number
  plannedFrom: number
  plannedTo: number
  from: number
  to: number
  state: 'ahead' | 'now' | 'done'
  heldUpBy: string | null
}

export type Forecast = {
  plan: Plan
  sittings: Sitting[]
  facts: DayFacts
  /** True if no update moves any time. */
  asPlanned: boolean
  /** Maximum delay of unfinished sittings, in minutes. */
  behind: number
  /** Minutes between the last end and the ready-by time, negative if too late; null if there is no ready-by time. */
  spare: number | null
  finishedAt: number | null
}

/**
 * Returns the expected day. Reported starts and ends are used as they are. Other sittings start as planned, but not
 * before the previous one of the chair, the person's other sittings and the setup are done; so delays use up gaps
 * first.
 */
export function computeForecast(
  plan: Plan,
  words: readonly DayWord[],
  now: number | null,
  iso: (ms: number) => string,
  elsewhere: readonly Elsewhere[] = [],
): Forecast {
  const facts = deriveDayFacts(words)
  const day = dayOfPlan(plan, facts, now, elsewhere)
  const sittings = layOut(day)
  const finishedAt =
    facts.finishedAt !== null
      ? onMinute(facts.finishedAt)
      : sittings.length > 0 && sittings.every(({ state }) => state === 'done')
        ? Math.max(...sittings.map(({ to }) => to))
        : null
  const doneAt = sittings.reduce((latest, { to }) => Math.max(latest, to), 0)
  const readyBy = plan.readyBy ? Date.parse(plan.readyBy) : null
  const asPlanned = facts.saidAt === null && sittings.every(({ heldUpBy }) => heldUpBy === null)
  const late = sittings.filter(({ state }) => state !== 'done').map(({ to, plannedTo }) => to - plannedTo)
  return {
    plan: asPlanned ? plan : planAt(plan, day, sittings, { doneAt, readyBy }, iso),
    sittings,
    facts,
    asPlanned,
    behind: inMinutes(Math.max(0, ...late)),
    spare: readyBy === null ? null : inMinutes(readyBy - doneAt),
    finishedAt,
  }
}

type Spot = Pick<Sitting, 'person' | 'serviceId' | 'label' | 'artistIndex' | 'plannedFrom' | 'plannedTo'> & {
  started: number | null
  done: number | null
  /** The last report of this sitting to the millisecond, to compare it with a delay reported in the same minute. */
  saidAt: number
}
type Day = {
  spots: Spot[]
  facts: DayFacts
  from: number
  arriveAt: number
  now: number
  elsewhere: readonly Elsewhere[]
}

function dayOfPlan(plan: Plan, facts: DayFacts, now: number | null, elsewhere: readonly Elsewhere[]): Day {
  const [arrive, start] = [Date.parse(plan.arriveAt), Date.parse(plan.startAt)]
  const { arrivedAt, late, startedAt, doneAt } = facts
  const arriveAt = arrivedAt !== null ? onMinute(arrivedAt) : late !== null ? arrive + late.minutes * minuteMs : arrive
  const spots = plan.blocks.map((block) => {
    const key = getSittingKey(block)
    const at = (of: ReadonlyMap<string, number>) => (of.has(key) ? onMinute(of.get(key) as number) : null)
    return {
      person: block.person,
      serviceId: block.serviceId,
      label: block.label,
      artistIndex: block.artistIndex,
      plannedFrom: Date.parse(block.from),
      plannedTo: Date.parse(block.to),
      started: at(startedAt),
      done: at(doneAt),
      saidAt: Math.max(startedAt.get(key) ?? 0, doneAt.get(key) ?? 0),
    }
  })
  return {
    spots,
    facts,
    // A started sitting implies a finished setup.
    from: spots.some(begun) ? Number.NEGATIVE_INFINITY : arriveAt + (start - arrive),
    arriveAt,
    now: now === null ? Number.NEGATIVE_INFINITY : Math.floor(now / (CLOCK_STEP * minuteMs)) * CLOCK_STEP * minuteMs,
    elsewhere,
  }
}

const begun = ({ started, done }: Spot): boolean => started !== null || done !== null
const inOrder = (a: Spot, b: Spot): number => a.plannedFrom - b.plannedFrom
const lengthOf = ({ plannedFrom, plannedTo }: Spot): number => plannedTo - plannedFrom
// Rounds down, because updates are precise to a minute.
const onMinute = (ms: number): number => Math.floor(ms / minuteMs) * minuteMs
const inMinutes = (ms: number): number => Math.round(ms / minuteMs)
const capAtSilence = (now: number, due: number): number => Math.min(now, due + SILENT_MOST * minuteMs)

function layOut(day: Day): Sitting[] {
  const laid = new Map<Spot, Sitting>()
  const chairs = new Map<number, number>()
  const people = new Map<number, number>()
  const put = (spot: Spot, from: number, to: number, state: Sitting['state'], heldUpBy: string | null = null) => {
    const { started: _started, done: _done, saidAt: _saidAt, ...of } = spot
    laid.set(spot, { ...of, from, to, state, heldUpBy })
    chairs.set(spot.artistIndex, Math.max(chairs.get(spot.artistIndex) ?? to, to))
    people.set(spot.person, Math.max(people.get(spot.person) ?? to, to))
  }
  const byChair = [...Map.groupBy(day.spots, ({ artistIndex }) => artistIndex).values()]
  for (const spots of byChair) for (const { spot, from, to, state } of asSaid(spots, day)) put(spot, from, to, state)
  const waitsFor = new Set(byChair.filter((spots) => lateFor(spots, day)).map((spots) => spots[0]?.artistIndex))
  const told = new Set(byChair.filter((spots) => spots.some(begun)).map((spots) => spots[0]?.artistIndex))
  const end = day.facts.finishedAt === null ? null : onMinute(day.facts.finishedAt)
  for (const spot of day.spots.filter((one) => !begun(one)).sort(inOrder)) {
    const { artistIndex, person, plannedFrom } = spot
    let from = Math.max(
      plannedFrom,
      day.from,
      chairs.get(artistIndex) ?? plannedFrom,
      people.get(person) ?? plannedFrom,
    )
    const holds = lastElsewhere(spot, day)
    const until = holds && Date.parse(holds.to) > from ? Date.parse(holds.to) : null
    from = Math.max(from, until ?? from)
    const { late } = day.facts
    // If a chair has no updates, a sitting that was due before the delay was reported counts as started on time.
    if (late && waitsFor.has(artistIndex) && (told.has(artistIndex) || from >= onMinute(late.at))) {
      from = Math.max(from, plannedFrom + late.minutes * minuteMs)
      waitsFor.delete(artistIndex)
    }
    // In a chair with updates, a due sitting without a start is still pending.
    if (end === null && told.has(artistIndex)) from = Math.max(from, capAtSilence(day.now, from))
    // Null if another cause in this chair delays the sitting longer.
    const heldUpBy = holds && from === until ? holds.artist : null
    const to = from + lengthOf(spot)
    if (end === null) put(spot, from, to, 'ahead', heldUpBy)
    else put(spot, Math.min(from, end), Math.min(to, end), 'done')
  }
  return day.spots.map((spot) => laid.get(spot) as Sitting)
}

const lastElsewhere = ({ person, plannedFrom }: Spot, { elsewhere }: Day): Elsewhere | undefined =>
  elsewhere
    .filter((one) => one.person === person)
    .filter((one) => one.state !== 'ahead' || Date.parse(one.plannedFrom) < plannedFrom)
    .sort((a, b) => Date.parse(a.to) - Date.parse(b.to))
    .at(-1)

// A delay that is reported while no one sits moves the next sitting.
const lateFor = (spots: readonly Spot[], { facts }: Day): boolean =>
  facts.late !== null &&
  facts.arrivedAt !== null &&
  facts.arrivedAt < facts.late.at &&
  !spots.some(({ saidAt }) => saidAt > (facts.late?.at ?? 0)) &&
  !spots.some(({ started, done }) => started !== null && done === null)

/** Returns the reported sittings of a chair. Each ends at the latest when the next starts. */
function asSaid(spots: readonly Spot[], { facts, now }: Day) {
  const said = spots.filter(begun)
  const times = said.flatMap(({ started, done }) => [started, done]).filter((time) => time !== null)
  const from = (spot: Spot): number => {
    const { started, done } = spot
    if (done === null) return started as number
    if (started !== null && started <= done) return started
    // If only its end was reported, a sitting counts as having taken the planned time, unless other updates limit that.
    return Math.max(done - lengthOf(spot), ...times.filter((time) => time < done))
  }
  const sorted = said
    .map((spot) => ({ spot, from: from(spot) }))
    .sort((a, b) => a.from - b.from || inOrder(a.spot, b.spot))
  return sorted.map(({ spot, from }, i) => {
    const next = sorted[i + 1]?.from ?? Number.POSITIVE_INFINITY
    const over = facts.finishedAt === null ? Number.POSITIVE_INFINITY : Math.max(from, onMinute(facts.finishedAt))
    const ended = spot.done !== null || next < Number.POSITIVE_INFINITY || facts.finishedAt !== null
    const to = Math.min(spot.done ?? endOf(spot, from, facts, now), next, over)
    return { spot, from, to, state: ended ? ('done' as const) : ('now' as const) }
  })
}

// A running sitting takes as long as planned, plus a delay reported since it started, and lasts at least until now.
function endOf(spot: Spot, from: number, { late }: DayFacts, now: number): number {
  const planned = from + lengthOf(spot)
  const told = late && late.at >= spot.saidAt ? spot.plannedTo + late.minutes * minuteMs : planned
  const due = Math.max(planned, told)
  return Math.max(due, capAtSilence(now, due))
}

function planAt(
  plan: Plan,
  { arriveAt, from }: Day,
  sittings: readonly Sitting[],
  { doneAt, readyBy }: { doneAt: number; readyBy: number | null },
  iso: (ms: number) => string,
): Plan {
  const first = sittings.reduce((soonest, sitting) => Math.min(soonest, sitting.from), Number.POSITIVE_INFINITY)
  const startAt = Number.isFinite(from) ? Math.max(Date.parse(plan.startAt), from) : first
  return {
    ...plan,
    arriveAt: iso(Math.min(arriveAt, startAt)),
    startAt: iso(startAt),
    doneAt: iso(doneAt),
    spareMinutes: readyBy === null ? plan.spareMinutes : Math.max(0, inMinutes(readyBy - doneAt)),
    blocks: plan.blocks.map((block, i) => {
      const sitting = sittings[i] as Sitting
      return { ...block, from: iso(sitting.from), to: iso(sitting.to) }
    }),
  }
}
