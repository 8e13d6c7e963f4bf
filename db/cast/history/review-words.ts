import type { Stream } from '#art/seed.ts'
import type { CatalogueEvent, CatalogueService } from '#db/catalog/catalogue.ts'
import { pickWeighted } from '#db/cast/chance.ts'
import { type Block, type Mode, names, reviews as material } from '#db/cast/material.ts'
import type { Person } from '#db/cast/people/sample-provider.ts'
import {
  capitalise,
  canFillSlots,
  spellNumber,
  localiseSentence,
  composeSentence,
  type Slots,
} from '#db/cast/sentences.ts'

export type Booking = {
  service: CatalogueService
  event: CatalogueEvent
  people: number
  bride: boolean
  days: number
  kinds: readonly string[]
  mode: Mode
  place: string
}

export type Page = {
  used: Set<string>
  openings: string[]
  replies: string[]
  own: Map<string, readonly Block[]>
}

export class ReviewMemory {
  readonly uses = new Map<string, number>()
  private readonly lastInMetro = new Map<string, number>()
  private readonly lastInMarket = new Map<string, number>()
  private written = 0
  private writtenInMetro = 0

  page(): Page {
    return { used: new Set(), openings: [], replies: [], own: new Map() }
  }

  enterMetro(): void {
    this.lastInMetro.clear()
    this.writtenInMetro = 0
  }

  rested({ id, memorable }: Block): boolean {
    if (!memorable) return true
    const [metro, market] = [this.lastInMetro.get(id), this.lastInMarket.get(id)]
    return (
      (metro === undefined || this.writtenInMetro - metro >= 60) &&
      (market === undefined || this.written - market >= 250)
    )
  }

  remember(blocks: readonly Block[], page: Page): void {
    this.written++
    this.writtenInMetro++
    for (const { id, part, topic } of blocks) {
      this.uses.set(id, (this.uses.get(id) ?? 0) + 1)
      page.used.add(id)
      this.lastInMetro.set(id, this.writtenInMetro)
      this.lastInMarket.set(id, this.written)
      if (part === 'opening') page.openings = [topic, ...page.openings].slice(0, 3)
    }
  }
}

const broadKinds = ['any', 'work', 'look']
const shapes = material.shapes.map((shape) => [shape, shape.share] as const)
const byRatingAndPart = Map.groupBy(material.blocks, (block) => `${block.rating} ${block.part}`)

/** Returns the text of a review: one phrase per part, no repeated topic, at least one about the service. */
export function composeReview(
  stream: Stream,
  score: number,
  booking: Booking,
  person: Person,
  memory: ReviewMemory,
  page: Page,
): { text: string; topics: string[]; tags: string[] } {
  const slots = slotsOf(stream, booking, person)
  for (let attempt = 0; ; attempt++) {
    const shape = pickWeighted(stream, shapes)
    const chosen: Block[] = []
    for (const part of shape.parts) {
      const block = nextBlock({ stream, score, part, booking, person, chosen, slots, memory, page })
      if (block) chosen.push(block)
    }
    const ownKind =
      chosen.some((b) => b.part === 'whole' || b.when.tag || !broadKinds.includes(b.kind)) ||
      booking.kinds.every((kind) => broadKinds.includes(kind))
    if ((!chosen.length || !ownKind) && attempt < 6) continue
    memory.remember(chosen, page)
    return {
      text: chosen
        .map((block) => composeSentence(block.text, stream, person.metro.country, { ...slots, customer: '{customer}' }))
        .join(' '),
      topics: chosen.map((block) => block.topic),
      tags: chosen.flatMap((block) => (block.when.tag ? [block.when.tag] : [])),
    }
  }
}

type Wanted = {
  stream: Stream
  score: number
  part: Block['part']
  booking: Booking
  person: Person
  chosen: readonly Block[]
  slots: Slots
  memory: ReviewMemory
  page: Page
}

function nextBlock({ stream, score, part, booking, person, chosen, slots, memory, page }: Wanted): Block | undefined {
  const possible = listBlocksOfPerson(`${score} ${part}`, person, page).filter(
    (block) =>
      !page.used.has(block.id) &&
      holds(block, booking) &&
      !chosen.some((other) => other.topic === block.topic || other.id === block.id) &&
      canFillSlots(block.text, slots),
  )
  if (!possible.length) return undefined
  const rested = possible.filter((block) => !(part === 'opening' && page.openings.includes(block.topic)))
  const fresh = rested.filter((block) => memory.rested(block))
  const pool = fresh.length
    ? fresh
    : rested.filter((block) => !block.memorable).length
      ? rested.filter((block) => !block.memorable)
      : undefined
  if (!pool) return undefined
  return pickWeighted(
    stream,
    pool.map((block) => [block, appeal(block, booking) / (1 + (memory.uses.get(block.id) ?? 0) / 40) ** 2] as const),
  )
}

const appeal = (block: Block, booking: Booking) =>
  (block.when.tag ? 2 : 1) *
  (!broadKinds.includes(block.kind) && booking.kinds.includes(block.kind) ? 2.6 : 1) *
  (block.memorable ? 0.25 : 1)

function listBlocksOfPerson(key: string, person: Person, page: Page): readonly Block[] {
  const known = page.own.get(key)
  if (known) return known
  const own = (byRatingAndPart.get(key) ?? []).filter(
    ({ when }) =>
      (!when.tag || person.skills.includes(when.tag)) &&
      (!when.team || person.artists.length > 1) &&
      (!when.markets || when.markets.includes(person.metro.country)),
  )
  page.own.set(key, own)
  return own
}

function holds({ kind, when }: Block, booking: Booking): boolean {
  if (kind !== 'any' && !booking.kinds.includes(kind)) return false
  if (when.services && !when.services.includes(booking.service.id)) return false
  if (when.peopleFrom !== undefined && booking.people < when.peopleFrom) return false
  if (when.peopleTo !== undefined && booking.people > when.peopleTo) return false
  if (when.mode && when.mode !== booking.mode) return false
  if (when.daysFrom !== undefined && booking.days < when.daysFrom) return false
  if (when.events && !when.events.includes(booking.event.slug)) return false
  return !(when.notBride && booking.bride)
}

const lateBy = ['15', '20', '25', '30', '40']

function slotsOf(stream: Stream, booking: Booking, person: Person): Slots {
  const { country } = person.metro
  const phrases = material.eventPhrases[booking.event.slug]
  const own = booking.bride || !phrases?.other || (booking.event.slug !== 'wedding' && stream.chance(0.6))
  const event = stream.pick((own ? phrases?.self : phrases?.other) ?? phrases?.other ?? phrases?.self ?? ['a party'])
  const pronoun = names.pronouns[person.pronoun]
  const both = person.crafts.includes('makeup') && person.crafts.includes('hair')
  const minutes = spellNumber(booking.service.minutes)
  return {
    name: person.given,
    event: localiseSentence(country, event),
    service: localiseSentence(country, booking.service.phrase),
    part: both ? 'makeup and hair' : booking.service.type === 'hair' ? 'hair' : 'makeup',
    place: booking.place,
    people: spellNumber(booking.people),
    People: capitalise(spellNumber(booking.people)),
    minutes,
    Minutes: capitalise(minutes),
    ready: readyBy(stream),
    late: stream.pick(lateBy),
    assistant: person.artists[1]?.name,
    they: pronoun.they,
    They: capitalise(pronoun.they),
    them: pronoun.them,
    their: pronoun.their,
    Their: capitalise(pronoun.their),
    customer: 'x',
  }
}

function readyBy(stream: Stream): string {
  const half = stream.whole(20, 38)
  const hour = Math.floor(half / 2)
  if (half === 24) return 'midday'
  return `${((hour + 11) % 12) + 1}${half % 2 ? ':30' : ''} ${hour < 12 ? 'AM' : 'PM'}`
}
