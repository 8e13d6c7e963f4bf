import { type Stream, streamOf } from '#art/seed.ts'
import { anchorDay, formatDay, countDaysFromAnchor, toInstant, getMonth, getWeekday } from '#db/cast/calendar.ts'
import { pickShare, pickWeighted } from '#db/cast/chance.ts'
import { type DayKind, demand, type Metro, type Standing } from '#db/cast/material.ts'
import type { Craft, Job } from '#db/cast/people/sample-provider.ts'

const reachOf = ({ trade }: Metro): number => (trade < 1 ? 400 : 608)

const hackneyWedding = countDaysFromAnchor('2027-06-12')

type Booked = {
  key: string
  metro: Metro
  crafts: readonly Craft[]
  standing: Standing['id']
  artists: number
  opensMinute: number
  closesMinute: number
  bufferMinutes: number
  horizonDays: number
}

export type DayStatuses = ReadonlyMap<number, 'free' | 'booked' | 'booked_out'>

function dayKind(metro: Metro, day: number): DayKind {
  const weekday = getWeekday(day)
  if (weekday === 6)
    return demand.markets[metro.country].peakMonths.includes(getMonth(day)) ? 'peakSaturday' : 'otherSaturday'
  return weekday === 5 ? 'friday' : weekday === 0 ? 'sunday' : 'weekday'
}

const falls: Record<DayKind, readonly (readonly [number, number])[]> = {
  peakSaturday: [
    [225, 1],
    [365, 0.3],
    [608, 0.06],
  ],
  otherSaturday: [
    [140, 1],
    [300, 0.35],
    [608, 0.05],
  ],
  friday: [
    [120, 1],
    [300, 0.25],
    [608, 0.03],
  ],
  sunday: [
    [120, 1],
    [300, 0.22],
    [608, 0.03],
  ],
  weekday: [
    [30, 1],
    [90, 0.4],
    [240, 0.1],
    [608, 0.02],
  ],
}

function bookedByNow(kind: DayKind, ahead: number): number {
  let [fromDay, fromShare] = [0, 1]
  for (const [day, share] of falls[kind]) {
    if (ahead <= day) return fromShare + ((share - fromShare) * (ahead - fromDay)) / (day - fromDay)
    ;[fromDay, fromShare] = [day, share]
  }
  return 0
}

export const computeDemandFactor = (key: string, standing: Standing['id']): number => {
  const name = { loved: 1.2, strong: 1.04, good: 0.9, uneven: 0.72, newcomer: 0.45 }[standing]
  return name * streamOf(`sought ${key}`).between(0.86, 1.14)
}

export function generateDiary(of: Booked, settled: DayStatuses): Job[] {
  const stream = streamOf(`diary ${of.key}`)
  const away = awayDays(stream)
  const sought = computeDemandFactor(of.key, of.standing)
  const jobs: Job[] = []
  for (let ahead = 1; ahead <= Math.min(reachOf(of.metro), of.horizonDays); ahead++) {
    const day = anchorDay + ahead
    const known = settled.get(ahead)
    if (known === 'booked_out' || (away.has(ahead) && known === undefined)) {
      jobs.push({
        kind: 'booked_out',
        date: formatDay(day),
        from: toInstant(of.metro.tz, day, 300),
        to: toInstant(of.metro.tz, day + 1, 300),
      })
      continue
    }
    const kind = dayKind(of.metro, day)
    const away180 = ahead <= 180 ? 0.1 : 0
    const asked = demand.markets[of.metro.country].bookedShare[kind] * (0.4 + 0.6 * of.metro.trade)
    const aim = Math.max(0, asked - away180) / (1 - away180)
    const roll = stream.next()
    if (known === 'free' || (known === undefined && roll >= aim * sought * bookedByNow(kind, ahead))) continue
    jobs.push(...jobsOn(streamOf(`${of.key} ${ahead}`), of, day, kind))
  }
  return jobs
}

function awayDays(stream: Stream): Set<number> {
  const wanted = stream.whole(6, 30)
  const away = new Set<number>()
  while (away.size < wanted) {
    const start = stream.whole(1, 176)
    const busy = [12, 7, 8].includes(getMonth(anchorDay + start))
    if (!busy && stream.chance(0.5)) continue
    const run = Math.min(
      wanted - away.size,
      pickWeighted(stream, [
        [1, 5],
        [2, 3],
        [3, 2],
        [5, 1],
        [7, 1],
        [9, 1],
      ] as const),
    )
    for (let i = 0; i < run; i++) if (start + i !== hackneyWedding) away.add(start + i)
  }
  return away
}

function jobsOn(stream: Stream, of: Booked, day: number, kind: DayKind): Job[] {
  const weekend = kind !== 'weekday'
  const nails = of.crafts.includes('nails') && !of.crafts.includes('makeup')
  const wedding = weekend && !nails && stream.chance(0.82)
  const ready = minuteOf(pickShare(stream, readyBy(wedding, nails)))
  const people = wedding ? partyOf(stream) : 1
  const long = wedding
    ? Math.min(420, 70 + (Math.max(people, 2) * 72) / Math.min(of.artists, 2))
    : nails
      ? stream.whole(60, 150)
      : stream.whole(50, 130)
  const first = blockOf(of, day, ready, long)
  const jobs = first ? [first] : []
  const evening = weekend && wedding && ready <= 810 && stream.chance(0.14)
  if (evening && first) {
    const second = blockOf(of, day, stream.pick([1080, 1110, 1140]), 80)
    if (second && second.from > first.to) jobs.push(second)
  }
  if (nails && first) {
    const later = blockOf(of, day, Math.min(ready + 210, of.closesMinute - 30), 90)
    if (later && later.from > first.to) jobs.push(later)
  }
  return jobs
}

function blockOf(of: Booked, day: number, ready: number, long: number): Job | undefined {
  const finish = Math.min(ready, of.closesMinute)
  const start = Math.max(of.opensMinute, Math.round((finish - long) / 5) * 5)
  if (finish - start < 30) return undefined
  return {
    kind: 'appointment',
    date: formatDay(day),
    from: toInstant(of.metro.tz, day, start - of.bufferMinutes),
    to: toInstant(of.metro.tz, day, finish + of.bufferMinutes),
  }
}

function readyBy(wedding: boolean, nails: boolean): Readonly<Record<string, number>> {
  const table = demand.readyBy[wedding ? 'wedding' : nails ? 'nails' : 'default']
  if (!table) throw new Error('no ready-by times')
  return table
}

const partyOf = (stream: Stream): number =>
  1 +
  pickWeighted(
    stream,
    (demand.partySize.wedding as readonly number[]).map((share, i) => [i, share] as const),
  )

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export function generateWeddingMorning(
  of: Pick<Booked, 'metro' | 'opensMinute' | 'bufferMinutes'>,
  ahead: number,
): Job {
  const day = anchorDay + ahead
  return {
    kind: 'appointment',
    date: formatDay(day),
    from: toInstant(of.metro.tz, day, Math.max(of.opensMinute, 390) - of.bufferMinutes),
    to: toInstant(of.metro.tz, day, 780 + of.bufferMinutes),
  }
}
