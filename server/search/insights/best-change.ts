import { setImmediate } from 'node:timers/promises'
import { type CellSnapshot, field, numberOf } from '#server/search/matching/cell-snapshot.ts'
import { type Asked, type Change, fitsAlone, travels, withChange } from './own-rules.ts'

/** A change, and how many more searches would have fitted with it. */
export type Effect = { change: Change; more: number }

const earliestOpen = 240
const latestClose = 1500
const halfHours = [1, 2, 3, 4, 5, 6].map((n) => n * 30)
const furtherUnits = [5, 10, 15, 20, 30]
const notices = [72, 48, 24, 12, 6, 3, 2]
const horizons = [90, 180, 365, 548, 730]

/** Every change that is tried, kind by kind, each kind from its smallest step to its largest. */
export function changesOf(
  alone: CellSnapshot,
  metresPerUnit: number,
  services: readonly { no: number; minutes: number }[],
): Change[][] {
  const of = (column: number) => numberOf(alone, 0, column)
  const [opens, closes, radius] = [of(field.opens), of(field.closes), of(field.radius)]
  return [
    halfHours
      .map((by) => opens - by)
      .filter((minute) => minute >= earliestOpen)
      .map((minute) => ({ kind: 'opens', minute })),
    halfHours
      .map((by) => closes + by)
      .filter((minute) => minute <= latestClose)
      .map((minute) => ({ kind: 'closes', minute })),
    travels(alone) ? furtherUnits.map((by) => ({ kind: 'radius', metres: radius + by * metresPerUnit })) : [],
    notices.filter((hours) => hours < of(field.notice)).map((hours) => ({ kind: 'notice', hours })),
    horizons.filter((days) => days > of(field.horizon)).map((days) => ({ kind: 'horizon', days })),
    ...services.map(({ no, minutes }): Change[] => [{ kind: 'service', no, minutes }]),
  ]
}

/** A step is enough once it brings so much of what the largest of its kind does. */
const ENOUGH = 2 / 3
/** A change that would have fitted fewer than this says nothing. */
const LEAST_MORE = 3
const AT_ONCE = 2_000

/** Of each kind of change the smallest that brings most of what the largest would, those that bring most first; what brings hardly anything is left out. */
export async function effectsOf(
  alone: CellSnapshot,
  asked: readonly Asked[],
  changes: readonly (readonly Change[])[],
): Promise<{ fitted: number; effects: Effect[] }> {
  const missed = asked.filter((one) => !fitsAlone(alone, one))
  const effects: Effect[] = []
  let since = 0
  for (const steps of changes) {
    const tried: Effect[] = []
    for (const change of steps) {
      const changed = withChange(alone, change)
      tried.push({ change, more: missed.filter((one) => fitsAlone(changed, one)).length })
      since += missed.length
      // Others have their turn in between.
      if (since > AT_ONCE) {
        since = 0
        await setImmediate()
      }
    }
    const most = Math.max(0, ...tried.map(({ more }) => more))
    const enough = tried.find(({ more }) => more >= Math.max(LEAST_MORE, most * ENOUGH))
    if (enough) effects.push(enough)
  }
  return { fitted: asked.length - missed.length, effects: effects.sort((a, b) => b.more - a.more) }
}
