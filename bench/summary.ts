import { readdirSync, readFileSync } from 'node:fs'
import { round } from './measure.ts'

export type Row = {
  what: string
  seen: number
  unit: string
  /** The ratio to a peer's figure, if known; below one is better. */
  ofPeer: number | null
  /** The change from the last saved run of its kind, as a share. */
  change: number | null
}

// biome-ignore lint/suspicious/noExplicitAny: a kept result may be of any commit, with figures that are no more.
type Kept = any

type Line = {
  /** An exact kind, or a prefix that ends with a star; the rest is the database. */
  kind: string
  what: string
  unit: string
  of: (figures: Kept) => unknown
  /**
   * Figures of peers: a widely used open marketplace front end renders a page in 8.5 ms CPU and loads 931 KB of scripts
   * and styles, a leading commerce back end lists products with prices in 51 ms.
   */
  peer?: number
}

const pageOf = (path: string) => (all: Kept) =>
  all.find(({ page, screen }: Kept) => page === path && (screen === undefined || screen === 'phone'))
const city = '/gb/makeup-hair-styling/london'

const lines: readonly Line[] = [
  ...['/', city, '/join', '/quotes/{id}'].map((path) => ({
    kind: 'page-weight',
    what: `${path}, scripts and styles`,
    unit: 'KB',
    of: (all: Kept) => pageOf(path)(all)?.totalKb,
    peer: 931,
  })),
  ...['/', city].flatMap((path) => [
    {
      kind: 'pages',
      what: `${path} cached, server CPU`,
      unit: 'ms',
      of: (all: Kept) => pageOf(path)(all)?.fromMemory?.serverCpuMs,
    },
    {
      kind: 'pages',
      what: `${path}, unchanged, server CPU`,
      unit: 'ms',
      of: (all: Kept) => pageOf(path)(all)?.unchanged?.serverCpuMs,
    },
  ]),
  ...['/', city, '/quotes/{id}', '/@/{artist}'].map((path) => ({
    kind: 'drawing',
    what: `${path} rendered, CPU`,
    unit: 'ms',
    of: (all: Kept) => pageOf(path)(all)?.cpuMs,
    // A quotes page also runs a search.
    ...(path === '/quotes/{id}' ? {} : { peer: 8.5 }),
  })),
  {
    kind: 'crawl',
    what: 'a place page with its data, server CPU',
    unit: 'ms',
    of: ({ serverCpuMs }) => serverCpuMs,
  },
  { kind: 'crawl', what: 'peak memory of the server', unit: 'MB', of: ({ memoryMb }) => memoryMb.peak },
  {
    kind: 'searches-*',
    what: 'a search, sequential, server CPU',
    unit: 'ms',
    of: ({ warm }) => warm[0].serverCpuMsPerSearch,
    peer: 51,
  },
  {
    kind: 'searches-*',
    what: 'the same, database CPU',
    unit: 'ms',
    of: ({ warm }) => warm[0].databaseCpuMsPerSearch,
  },
  {
    kind: 'bookings-*',
    what: 'a booking, sequential, server CPU',
    unit: 'ms',
    of: (runs) => runs[0].cpuMs.server,
  },
  { kind: 'bookings-*', what: 'the same, database CPU', unit: 'ms', of: (runs) => runs[0].cpuMs.database },
  {
    kind: 'sign-ins-*',
    what: 'a sign-in, server CPU',
    unit: 'ms',
    of: ({ signIns }) => signIns.serverCpuMsEach,
  },
  {
    kind: 'tables',
    what: 'a console page with 100,000 rows, slowest p95',
    unit: 'ms',
    of: (runs) => Math.max(...runs.map(({ ms }: Kept) => ms.p95)),
  },
  ...['/', city, '/quotes/{id}'].map((path) => ({
    kind: 'lighthouse',
    what: `${path}, LCP on a simulated phone`,
    unit: 'ms',
    of: (all: Kept) => pageOf(path)(all)?.largestContentfulPaintMs,
  })),
  { kind: 'streams', what: 'a stream, memory', unit: 'KB', of: ({ memoryKbEach }) => memoryKbEach },
  { kind: 'streams', what: 'message delivery, p99', unit: 'ms', of: ({ ms }) => ms.p99 },
]

export function summaryOf(seen: ReadonlyMap<string, unknown>, before: ReadonlyMap<string, unknown>): Row[] {
  return lines.flatMap(({ kind: of, what, unit, of: figure, peer }) =>
    kindsOf(of, seen).flatMap(({ kind, where }) => {
      const now = numberOf(figure, seen.get(kind))
      if (now === null) return []
      const then = numberOf(figure, before.get(kind))
      return [
        {
          what: what + where,
          seen: now,
          unit,
          ofPeer: peer ? round(now / peer, 3) : null,
          change: then ? round(now / then - 1, 3) : null,
        },
      ]
    }),
  )
}

function kindsOf(of: string, seen: ReadonlyMap<string, unknown>): { kind: string; where: string }[] {
  if (!of.endsWith('*')) return [{ kind: of, where: '' }]
  const begins = of.slice(0, -1)
  return [...seen.keys()]
    .filter((kind) => kind.startsWith(begins))
    .map((kind) => ({ kind, where: ` (${kind.slice(begins.length)})` }))
}

function numberOf(of: Line['of'], figures: unknown): number | null {
  if (figures === undefined) return null
  const found = (() => {
    try {
      return of(figures)
    } catch {
      return null
    }
  })()
  return typeof found === 'number' && Number.isFinite(found) ? found : null
}

export function lastKept(folder: URL, kind: string): unknown {
  const own = new RegExp(`^\\d{4}-\\d\\d-\\d\\d-${kind.replace(/[^\w-]/g, '')}\\.json$`)
  const file = readdirSync(folder)
    .filter((name) => own.test(name))
    .sort()
    .at(-1)
  return file ? (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { figures: unknown }).figures : undefined
}

export const said = (rows: readonly Row[]): string[] =>
  rows.map(({ what, seen, unit, ofPeer, change }) => {
    const grown = change === null ? 'new' : `${change > 0 ? '+' : ''}${round(change * 100, 1)} %`
    return `  ${what.padEnd(64)} ${String(round(seen, 4)).padStart(9)} ${unit.padEnd(3)} ${(ofPeer === null ? '' : `${ofPeer} of a peer's`).padEnd(20)} ${grown}`
  })
