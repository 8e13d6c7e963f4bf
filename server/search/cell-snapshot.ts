import { standingPoints } from './ranking.ts'

/** The live providers of one square, as of one version of it: numbers in rows, so that a million of them stay small and fast to read. */
export type CellSnapshot = {
  version: number
  count: number
  /** `stride` numbers a provider, in the order of `field`. */
  rows: Int32Array
  /** Service number, minutes and doers in one number, then its cost; runs of them a provider, ascending by service. */
  services: Int32Array
  /** x, y, z on the unit sphere, then the ranking points that no search changes. */
  points: Float64Array
}

export const field = {
  no: 0, flags: 1, radius: 2, free: 3, perUnit: 4, minimum: 5, share: 6, buffer: 7, notice: 8, horizon: 9, opens: 10, closes: 11,
  earlyBefore: 12, earlyFee: 13, reviews: 14, reviewSum: 15, answerMinutes: 16, answered: 17, cancelled: 18, bookings: 19,
  artists: 20, servicesFrom: 21, servicesTo: 22, offers: 23, skills: 31,
} as const
export const stride = 35
export const flag = { mobile: 1, studio: 2, instant: 4, featured: 8, vaccinated: 16, covidTrained: 32 } as const
/** The country's place in this list stands above the flags. */
export const countries = ['AU', 'US', 'GB', 'CA']
export const countryShift = 6

export const serviceNo = (packed: number) => packed & 255
export const serviceMinutes = (packed: number) => (packed >>> 8) & 1023
export const serviceDoers = (packed: number) => packed >>> 18

const skillBits = new Map<string, number>()
const skillIds: string[] = []
const mostSkills = 128

/** The place of a skill among the bits of a row. */
export function skillBit(id: string): number {
  let bit = skillBits.get(id)
  if (bit === undefined) {
    bit = skillIds.length
    if (bit >= mostSkills) throw new Error(`More than ${mostSkills} skills; widen the rows of a cell.`)
    skillBits.set(id, bit)
    skillIds.push(id)
  }
  return bit
}
export const skillAt = (bit: number): string => skillIds[bit] as string

export const hasSkill = (cell: CellSnapshot, row: number, bit: number): boolean =>
  (((cell.rows[row * stride + field.skills + (bit >> 5)] as number) >>> (bit & 31)) & 1) === 1

/** Reads the lines that the database packs a cell into: plain numbers, then lists, parted by '|'. */
export function readCell(version: number, packed: string): CellSnapshot {
  const lines = packed ? packed.split('\n') : []
  const services: number[] = []
  const rows = new Int32Array(lines.length * stride)
  const points = new Float64Array(lines.length * 4)
  lines.forEach((line, row) => readProvider(line.split('|'), rows.subarray(row * stride, (row + 1) * stride), points.subarray(row * 4), services))
  return { version, count: lines.length, rows, services: Int32Array.from(services), points }
}

const orMinus = (text: string) => (text === '' ? -1 : Number(text))

function readProvider(parts: string[], row: Int32Array, point: Float64Array, services: number[]): void {
  const [country, lat, lng, nos, costs, minutes, artists, skills, ...numbers] = parts as [string, string, string, string, string, string, string, string, ...string[]]
  numbers.forEach((text, i) => {
    row[i] = orMinus(text)
  })
  row[field.flags] = (row[field.flags] as number) | (countries.indexOf(country) << countryShift)

  const crew = artists.split(';').map((list) => new Set(list.split(',')))
  row[field.artists] = crew.length
  row[field.servicesFrom] = services.length
  const costOf = costs.split(',')
  const minutesOf = minutes.split(',')
  nos.split(',').forEach((no, i) => {
    const doers = crew.reduce((mask, does, a) => (does.has(no) ? mask | (1 << a) : mask), 0)
    // A service that nobody of the team does is not on offer.
    if (doers === 0) return
    services.push(Number(no) | (Number(minutesOf[i]) << 8) | (doers << 18), Number(costOf[i]))
    const word = field.offers + (Number(no) >> 5)
    row[word] = (row[word] as number) | (1 << (Number(no) & 31))
  })
  row[field.servicesTo] = services.length
  for (const id of skills ? skills.split(',') : []) {
    const bit = skillBit(id)
    const word = field.skills + (bit >> 5)
    row[word] = (row[word] as number) | (1 << (bit & 31))
  }

  const radians = Math.PI / 180
  const across = Math.cos(Number(lat) * radians)
  point[0] = across * Math.cos(Number(lng) * radians)
  point[1] = across * Math.sin(Number(lng) * radians)
  point[2] = Math.sin(Number(lat) * radians)
  point[3] = standingPoints(signalsOf(row, 0))
}

/** The recorded signals of the provider whose row begins there. */
export const signalsOf = (rows: Int32Array, at: number) => ({
  reviewCount: rows[at + field.reviews] as number,
  reviewSum: rows[at + field.reviewSum] as number,
  answerMinutes: orNull(rows[at + field.answerMinutes] as number),
  answeredPercent: orNull(rows[at + field.answered] as number),
  cancelledPercent: rows[at + field.cancelled] as number,
})

const orNull = (n: number) => (n < 0 ? null : n)
