import ICAL from 'ical.js'
import { type Component, findProperty } from './components.ts'
import { listRuleWalls, toWallTime } from './recurrence.ts'

/** A clock change in epoch milliseconds, with the offsets before and after it. */
export type Onset = { at: number; offsetBefore: number; offset: number }

const DAY_MS = 86_400_000
// Clock changes before this year are ignored.
const EARLIEST = Date.UTC(1900, 0, 1)
const MOST_ONSETS = 2_000

/** Returns the clock changes of a VTIMEZONE in order, until an instant. Empty if the definition cannot be used. */
export function listOnsets(definition: Component, until: number): Onset[] {
  try {
    return definition.children
      .filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT')
      .flatMap((part) => listPart(part, until))
      .sort((a, b) => a.at - b.at)
      .slice(-MOST_ONSETS)
  } catch {
    return []
  }
}

function listPart(part: Component, until: number): Onset[] {
  const start = findProperty(part, 'dtstart')?.getFirstValue()
  const offset = readOffset(part, 'tzoffsetto')
  if (!(start instanceof ICAL.Time) || offset === null) return []
  const offsetBefore = readOffset(part, 'tzoffsetfrom') ?? offset
  const first = toWallTime(start)
  const walls = new Set([first])
  for (const property of part.properties) {
    if (property.name === 'rdate')
      for (const value of property.getValues()) if (value instanceof ICAL.Time) walls.add(toWallTime(value))
    const rule = property.name === 'rrule' && property.getFirstValue()
    if (!(rule instanceof ICAL.Recur)) continue
    const end = rule.until ? toWallTime(rule.until) + DAY_MS : Number.POSITIVE_INFINITY
    const span = { from: Math.max(first, EARLIEST), to: Math.min(end, until + 400 * DAY_MS) }
    for (const wall of listRuleWalls(rule, first, span)) walls.add(wall)
  }
  return [...walls].map((wall) => ({ at: wall - offsetBefore, offsetBefore, offset }))
}

function readOffset(part: Component, name: string): number | null {
  const value = findProperty(part, name)?.getFirstValue()
  return value instanceof ICAL.UtcOffset ? value.toSeconds() * 1_000 : null
}
