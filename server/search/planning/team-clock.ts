import type { Party, Team } from './party.ts'
import { chairMinutes } from './seating.ts'

const keptParties = 300
const keptTeams = 3_000
const known = new Map<string, Map<number | string, number>>()

/** How long one party takes each team: sums for artists who work alone, remembered layouts for the others. */
export class TeamClock {
  readonly #party: Party
  readonly #setup: number
  readonly #layouts: Map<number | string, number>

  constructor(party: Party, serviceNos: readonly number[], setup: number) {
    this.#party = party
    this.#setup = setup
    this.#layouts = layoutsFor(party, serviceNos)
  }

  /** Minutes from arrival to the last person ready. */
  minutesOf(team: Team): number {
    if (team.artists > 1) return this.#setup + this.#layout(team)
    const { copies } = this.#party
    let minutes = this.#setup
    for (let w = 0; w < copies.length; w++) minutes += (copies[w] as number) * (team.minutes[w] as number)
    return minutes
  }

  /** What the quickest single person of the party would take. */
  leastOf(team: Team): number {
    let least = Number.MAX_SAFE_INTEGER
    for (const look of this.#party.looks)
      least = Math.min(
        least,
        look.wants.reduce((sum, w) => sum + (team.minutes[w] as number), 0),
      )
    return this.#setup + least
  }

  #layout(team: Team): number {
    const key = keyOf(team)
    const kept = this.#layouts.get(key)
    if (kept !== undefined) return kept
    const minutes = chairMinutes(this.#party, team)
    if (this.#layouts.size >= keptTeams) this.#layouts.clear()
    this.#layouts.set(key, minutes)
    return minutes
  }
}

// Ten bits of minutes and four of doers a service: three of them make one exact number, which is found sooner than a text.
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
