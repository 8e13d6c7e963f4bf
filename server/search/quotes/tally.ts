import {
  dayEndOf,
  field,
  numberOf,
  skillAt,
  skillWords,
  takesInstantBook,
} from '#server/search/matching/cell-snapshot.ts'
import type { Around } from '#server/search/matching/around.ts'
import { fitsAnyhow, type Match, noOf } from '#server/search/matching/match-providers.ts'
import { type Done, fitsByOffer } from './status.ts'

/** Over those who fit, either way: how many can be booked at once, and how many have each skill. */
export function tally(match: Match, acts: ReadonlyMap<number, Done>): { offers: number; skills: Map<string, number> } {
  const { found, around } = match
  const hasTime = match.query.ask.aim !== null
  const dayEnd = dayEndOf(match.query.ask.day)
  const counts = new Int32Array(skillWords() * 32)
  let offers = 0
  for (let i = 0; i < found.count; i++) {
    const done = acts.size === 0 ? undefined : acts.get(noOf(match, i))
    if (!fitsAnyhow(match, i) && !(done && fitsByOffer(done, found.fitOf(i, done.mode ?? 'mobile')))) continue
    const { cell } = around[found.cell[i] as number] as Around[number]
    const row = found.row[i] as number
    const act = done?.state
    if (hasTime && (act === 'offered' || (act === undefined && takesInstantBook(cell, row, dayEnd)))) offers++
    for (let at = 0; at < counts.length; at += 32) {
      for (let bits = numberOf(cell, row, field.skills + (at >> 5)); bits !== 0; bits &= bits - 1) {
        const bit = at + 31 - Math.clz32(bits & -bits)
        counts[bit] = (counts[bit] as number) + 1
      }
    }
  }
  const skills = new Map<string, number>()
  for (const [bit, count] of counts.entries()) if (count > 0) skills.set(skillAt(bit), count)
  return { offers, skills }
}
