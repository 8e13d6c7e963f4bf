// The kinds of work that the server does most: objects made and looked up, texts put together and read, lists sorted.
const ROUNDS = 60
const ROWS = 400

/**
 * Milliseconds of this thread's processor time for a fixed piece of work: what the machine is worth at this moment.
 * A figure divided by it says the same on a slow machine and on one that is busy with something else.
 */
export function calibrate(): number {
  const from = process.threadCpuUsage()
  let sum = 0
  for (let round = 0; round < ROUNDS; round++) sum += work(round)
  const { user, system } = process.threadCpuUsage(from)
  // Nobody reads the sum; that it is looked at keeps the work from being left out.
  if (Number.isNaN(sum)) throw new Error('The calibration returned no figures.')
  return (user + system) / 1_000
}

function work(seed: number): number {
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const n = (Math.imul(i + 1, 2_654_435_761) ^ Math.imul(seed + 1, 40_503)) >>> 0
    return { id: n, name: `artist ${n.toString(36)}`, price: n % 90_000, tags: ['makeup', 'updo', `t${n % 17}`] }
  })
  const byName = new Map(rows.map((row) => [row.name, row]))
  const sorted = rows.toSorted((a, b) => a.price - b.price || a.id - b.id)
  const text = JSON.stringify(sorted)
  const read = JSON.parse(text) as typeof rows
  const page = read.map(({ name, price, tags }) => `<li class="card">${name} ${price} ${tags.join(' ')}</li>`).join('')
  const escaped = page.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return Buffer.byteLength(escaped) + (byName.get(read[0]?.name ?? '')?.price ?? 0)
}
