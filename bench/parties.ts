import type { Spot } from './spots.ts'

export type Wish = Record<string, unknown>

const looks: readonly (readonly string[])[] = [
  ['makeup'],
  ['bridal-makeup', 'bridal-hair'],
  ['makeup', 'updo'],
  ['makeup', 'blow-dry'],
  ['updo'],
  ['makeup', 'lashes'],
  ['bridal-makeup'],
  ['blow-dry'],
]
const chances = [30, 16, 18, 10, 8, 8, 6, 4]
const events = { from: Date.UTC(2027, 4, 1), days: 63 }

/** A deterministic stream of random numbers from 0 to 1. */
export function rollOf(seed: number): () => number {
  let state = (seed * 0x9e3779b1) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Typical searches: one to six people, mostly on Saturdays, ready between nine and six, near populated places. */
export function* wishes(spots: readonly Spot[], seed: number): Generator<Wish> {
  const roll = rollOf(seed)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(roll() * of.length)] as T
  for (;;) {
    const spot = pick(spots)
    const party = partyOf(roll)
    const minute = 9 * 60 + Math.floor(roll() * 37) * 15
    yield {
      storeSlug: 'beauty',
      categorySlug: 'makeup-hair-styling',
      eventDate: dateOf(roll),
      finishTime: `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
      location: {
        type: 'Point',
        coordinates: [spot.lng + (roll() - 0.5) * 0.02, spot.lat + (roll() - 0.5) * 0.02],
        address: { placeName: spot.name, countryCode: spot.country },
      },
      services: party.flatMap((look) => Array.from({ length: look.count }, () => look.services).flat()),
      people: party,
    }
  }
}

function partyOf(roll: () => number): { count: number; services: readonly string[] }[] {
  const people = 1 + Math.floor(roll() ** 1.6 * 6)
  const byLook = new Map<number, number>()
  for (let person = 0; person < people; person++) {
    let left = roll() * 100
    let look = 0
    while (look < chances.length - 1 && left >= (chances[look] as number)) left -= chances[look++] as number
    byLook.set(look, (byLook.get(look) ?? 0) + 1)
  }
  return [...byLook].map(([look, count]) => ({ count, services: looks[look] as readonly string[] }))
}

function dateOf(roll: () => number): string {
  const day = new Date(events.from + Math.floor(roll() * events.days) * 86_400_000)
  if (roll() < 0.6) day.setUTCDate(day.getUTCDate() + ((6 - day.getUTCDay()) % 7))
  return day.toISOString().slice(0, 10)
}
