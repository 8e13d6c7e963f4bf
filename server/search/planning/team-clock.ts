import type { Seat } from './layout.ts'
import type { Party, Team } from './party.ts'
import { computeChairMinutes, planSeating } from './seating.ts'

const keptParties = 300
const keptTeams = 3_000
const known = new Map<string, Map<number | string, number>>()

/** Computes a party's duration by team: a sum for single artists, cached layouts for others. */
export class TeamClock {
  readonly #party: Party
  readonly #setup: number
  readonly #layouts: Map<number | string, number>

  constructor(party: Party, serviceNos: readonly number[], setup: number) {
    this.#party = party
    this.#setup = setup
    this.#layouts = layoutsFor(party, serviceNos)
  }

  minutesOf(team: Team): number {
    if (team.artists > 1) return this.#setup + this.#layout(team)
    const { copies } = this.#party
    let minutes = this.#setup
    for (let w = 0; w < copies.length; w++) minutes += (copies[w] as number) * (team.minutes[w] as number)
    return minutes
  }

  leastOf(team: Team): number {
    const { looks } = this.#party
    let least = Number.MAX_SAFE_INTEGER
    for (let l = 0; l < looks.length; l++) {
      const { wants } = looks[l] as Party['looks'][number]
      let minutes = 0
      for (let w = 0; w < wants.length; w++) minutes += team.minutes[wants[w] as number] as number
      if (minutes < least) least = minutes
    }
    return this.#setup + least
  }

  #layout(team: Team): number {
    const key = keyOf(team)
    const kept = this.#layouts.get(key)
    if (kept !== undefined) return kept
    const minutes = computeChairMinutes(this.#party, team)
    if (this.#layouts.size >= keptTeams) this.#layouts.clear()
    this.#layouts.set(key, minutes)
    return minutes
  }
}

// Packs minutes (10 bits) and doers (4 bits) per service: three fit an exact number, a faster key than a string.
function keyOf(team: Team): number | string {
  const { minutes, doers } = team
  const of = (w: number) => ((minutes[w] as number) << 4) | (doers[w] as number)
  if (minutes.length === 1) return of(0)
  if (minutes.length === 2) return of(0) * 0x4000 + of(1)
  if (minutes.length === 3) return (of(0) * 0x4000 + of(1)) * 0x4000 + of(2)
  let text = ''
  for (let w = 0; w < minutes.length; w++) text += String.fromCharCode(of(w))
  return text
}

function layoutsFor(party: Party, serviceNos: readonly number[]): Map<number | string, number> {
  const key = party.looks.map((look) => `${look.count}:${look.wants.map((w) => serviceNos[w]).join()}`).join(';')
  const kept = known.get(key) ?? new Map<number | string, number>()
  known.delete(key)
  known.set(key, kept)
  if (known.size > keptParties) known.delete(known.keys().next().value as string)
  return kept
}

type Layout = { readonly minutes: number; readonly seats: readonly Readonly<Seat>[] }
type Layouts = {
  least: number
  /** The layout without waiting, valid for any larger room. */
  roomy: Layout | null
  within: Map<number, Layout>
}

// Cache limits, at some kilobytes per entry. Each party and team has one layout per distinct room.
const mostKept = 4_000
const mostWithin = 12
const endless = Number.MAX_SAFE_INTEGER
const layoutsKnown = new Map<string, Layouts>()
const partyKeys = new WeakMap<Party, string>()

/** Cached `computeChairMinutes`. */
export const getMinChairMinutes = (party: Party, team: Team): number =>
  team.artists === 1 ? computeChairMinutes(party, team) : layoutsOfTeam(party, team).least

/** Pages repeat the same party and team, and many teams are equal, so the cache is shared. */
export function getCachedLayout(party: Party, team: Team, room: number): Layout {
  if (team.artists === 1) return planSeating(party, team, room)
  const layouts = layoutsOfTeam(party, team)
  layouts.roomy ??= planSeating(party, team, endless)
  if (layouts.roomy.minutes <= room) return layouts.roomy
  // Less room than the shortest layout is treated as that.
  const most = Math.max(room, layouts.least)
  const kept = layouts.within.get(most)
  if (kept) return kept
  const laid = planSeating(party, team, most)
  if (layouts.within.size >= mostWithin) layouts.within.clear()
  layouts.within.set(most, laid)
  return laid
}

function layoutsOfTeam(party: Party, team: Team): Layouts {
  const key = `${partyKey(party)} ${team.artists} ${Array.from(team.minutes)} ${Array.from(team.doers)}`
  const kept = layoutsKnown.get(key) ?? { least: computeChairMinutes(party, team), roomy: null, within: new Map() }
  layoutsKnown.delete(key)
  layoutsKnown.set(key, kept)
  if (layoutsKnown.size > mostKept) layoutsKnown.delete(layoutsKnown.keys().next().value as string)
  return kept
}

// Layouts identify services by index only.
function partyKey(party: Party): string {
  const key =
    partyKeys.get(party) ??
    party.plainly
      .map(({ look, firstPerson, wants }) => `${look}.${firstPerson}.${party.looks[look]?.count}:${wants}`)
      .concat(party.looks.map(({ wants }) => wants.join()))
      .join(';')
  partyKeys.set(party, key)
  return key
}
