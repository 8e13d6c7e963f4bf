import type { Block } from './day-blocks.ts'

/** Minutes of the event's day: where a day without entries opens, and how long an entry that fills a day is. */
const [emptyDayStarts, wholeDay] = [480, 1440]

/**
 * Returns the minute at which a time grid opens: half an hour before the first entry that is not over, or of all if all
 * are over, and an hour before now if both fit in view. `visible` is the number of minutes in view.
 */
export function findStartMinute(
  columns: readonly { day: { date: string }; blocks: readonly Block[] }[],
  now: { date: string; minute: number },
  visible: number,
): number {
  const showsToday = columns.some(({ day }) => day.date === now.date)
  const all = columns.flatMap(({ day, blocks }) =>
    blocks
      .filter(({ look, whole, from, to }) => look !== 'closed' && !whole && to - from < wholeDay)
      .map(({ from, to }) => ({ from, isOver: day.date === now.date && to <= now.minute })),
  )
  const ahead = all.filter(({ isOver }) => !isOver)
  const entries = ahead.length > 0 ? ahead : all
  const [first, recent] = [Math.min(...entries.map(({ from }) => from)) - 30, now.minute - 60]
  if (!Number.isFinite(first)) return showsToday ? recent : emptyDayStarts
  if (!showsToday || first > recent + visible - 60) return first
  return first + visible > now.minute + 60 ? Math.min(first, recent) : recent
}

/** Least height of a block or strip in minutes, so that a line of text fits. */
export const leastMinutes = 20

/** A block with its place in the column: the `lane` of `lanes` equal parts of the width. */
export interface PlacedBlock {
  block: Block
  /** In minutes of the event's day, as drawn: a short block is drawn longer. */
  from: number
  to: number
  lane: number
  lanes: number
  /** Travel before and buffer after it, if there is no room for a strip of their own. */
  inside: readonly Block[]
}

/** Travel, a buffer, or both in one strip, in the lane of their booking. */
export interface PlacedStrip {
  blocks: readonly Block[]
  from: number
  to: number
  lane: number
  lanes: number
}

export interface PlacedDay {
  /** Closed times and whole blocked days, drawn behind the others over the whole width. */
  background: readonly Block[]
  blocks: readonly PlacedBlock[]
  strips: readonly PlacedStrip[]
}

type Area = Pick<PlacedBlock, 'from' | 'to' | 'lane' | 'lanes'>

const isStrip = ({ look }: Block): boolean => look === 'way' || look === 'buffer'
const isBackground = ({ look, whole }: Block): boolean => look === 'closed' || whole === true

/** Returns whether two areas share a part of the column's width. */
export const sharesWidth = (a: Area, b: Area): boolean =>
  a.lane * b.lanes < (b.lane + 1) * a.lanes && b.lane * a.lanes < (a.lane + 1) * b.lanes

const sharesAllWidth = (a: Area, b: Area): boolean => a.lane * b.lanes === b.lane * a.lanes && a.lanes === b.lanes

const getDrawnLength = ({ from, to }: Block): number => Math.max(leastMinutes, to - from)

/**
 * Places the blocks of a day so that none covers another. Overlapping blocks share the width in as few lanes as
 * possible. Travel and buffers get a strip beside their booking; where the gap is too small for two strips they share
 * one, and where it is too small for one, the text moves into the booking.
 */
export function placeBlocks(blocks: readonly Block[]): PlacedDay {
  const placed = placeInLanes(blocks.filter((block) => !isStrip(block) && !isBackground(block)))
  const inside = new Map<string, Block[]>()
  const moveInside = ({ block }: PlacedBlock, strip: Block) =>
    inside.set(block.key, [...(inside.get(block.key) ?? []), strip])
  const findStrip = (look: Block['look'], host: PlacedBlock) =>
    blocks.find((block) => block.look === look && block.host === host.block.key)
  const strips: PlacedStrip[] = []
  const place = ({ lane, lanes }: PlacedBlock, shown: readonly Block[], from: number, to: number) =>
    strips.push({ blocks: shown, from, to, lane, lanes })

  for (const host of placed) {
    const way = findStrip('way', host)
    if (!way) continue
    const earlier = placed.filter((one) => one.to <= host.from && sharesWidth(one, host))
    const previous = earlier.toSorted((a, b) => b.to - a.to)[0]
    const buffer = previous && findStrip('buffer', previous)
    const gap = previous ? host.from - previous.to : Number.POSITIVE_INFINITY
    if (gap >= getDrawnLength(way) + (buffer ? getDrawnLength(buffer) : 0))
      place(host, [way], host.from - getDrawnLength(way), host.from)
    else if (gap < leastMinutes) moveInside(host, way)
    else {
      const shared = buffer && sharesAllWidth(previous, host) && !strips.some((strip) => strip.blocks.includes(buffer))
      place(host, shared ? [buffer, way] : [way], host.from - gap, host.from)
    }
  }
  for (const host of placed) {
    const buffer = findStrip('buffer', host)
    if (!buffer || strips.some((strip) => strip.blocks.includes(buffer))) continue
    const later = [...placed, ...strips].filter((one) => one.from >= host.to && sharesWidth(one, host))
    const room = Math.min(getDrawnLength(buffer), ...later.map(({ from }) => from - host.to))
    if (room < leastMinutes) moveInside(host, buffer)
    else place(host, [buffer], host.to, host.to + room)
  }
  return {
    background: blocks.filter(isBackground),
    blocks: placed.map((one) => ({ ...one, inside: inside.get(one.block.key) ?? [] })),
    strips,
  }
}

/** Gives each block the first free lane. Blocks that overlap, also through others, have lanes of one width. */
function placeInLanes(blocks: readonly Block[]): PlacedBlock[] {
  const sorted = blocks.toSorted((a, b) => a.from - b.from || b.to - a.to)
  const placed: PlacedBlock[] = []
  let group: PlacedBlock[] = []
  let ends: number[] = []
  const close = () => {
    placed.push(...group.map((one) => ({ ...one, lanes: ends.length })))
    group = []
    ends = []
  }
  for (const block of sorted) {
    const to = Math.max(block.to, block.from + leastMinutes)
    if (ends.every((end) => end <= block.from)) close()
    const free = ends.findIndex((end) => end <= block.from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = to
    group.push({ block, from: block.from, to, lane, lanes: 1, inside: [] })
  }
  close()
  return placed
}
