import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = `${root}node_modules/.cache/primp/typed-client`
const run = (tool: string, args: readonly string[]) =>
  execFileSync(`${root}node_modules/.bin/${tool}`, args, { cwd: folder, stdio: 'pipe', encoding: 'utf8' })

// A client program; the @ts-expect-error lines mark what must not compile.
const program = `import { defaults, quotesRead, searchCreate, type Booking, type Quotes, type SearchRequest } from './client.ts'
export const asked: SearchRequest = {
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  location: {
    type: 'Point',
    coordinates: [-0.055, 51.545],
    address: { placeName: 'Hackney, London', countryCode: 'GB', place: 'London' },
  },
  eventDate: '2027-06-12',
  finishTime: '13:30',
  services: ['makeup'],
}
export async function cheapest(): Promise<{ id: string; prices: number[] }> {
  const saved = await searchCreate(asked)
  if (saved.status !== 200) throw new Error(saved.data.code)
  const { id } = saved.data.data.search
  const answer = await quotesRead(id, { sortBy: 'price' })
  if (answer.status !== 200) throw new Error(answer.data.code)
  const page: Quotes = answer.data.data
  return { id, prices: page.offers.mobile.map(({ offer }) => offer.price) }
}
export const total = (booking: Booking): number => booking.total
// @ts-expect-error: a day is a text.
export const wrongDay: SearchRequest = { ...asked, eventDate: 12 }
// @ts-expect-error: there is no such order.
export const wrongOrder = () => quotesRead('q7RkV2mXw1Zs', { sortBy: 'loudest' })
// @ts-expect-error: a total is a number.
export const wrongTotal = (booking: Booking): string => booking.total
export { defaults }
`
const settings = {
  compilerOptions: {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    lib: ['esnext', 'dom'],
    types: [],
  },
  files: ['program.ts'],
}

async function generate(): Promise<void> {
  const { generateSource } = await import('oazapfts')
  writeFileSync(
    `${folder}/client.ts`,
    await generateSource(`${folder}/openapi.json`, { futureStripLegacyMethods: true }),
  )
}

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/package.json`, '{ "type": "module" }')
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(settings))
  writeFileSync(`${folder}/openapi.json`, JSON.stringify((await rig.call('/v1/openapi.json')).body))
  writeFileSync(`${folder}/program.ts`, program)
  await generate()
}, 60_000)

test('a client generated from the document has the types and finds a price', async () => {
  // Compiles only if every marked line is an error and no other is.
  run('tsc', ['-p', '.'])
  const { cheapest, defaults } = (await import(/* @vite-ignore */ `${folder}/program.ts`)) as {
    cheapest: () => Promise<{ id: string; prices: number[] }>
    defaults: { baseUrl: string; fetch: unknown; headers: Record<string, string> }
  }
  Object.assign(defaults, {
    baseUrl: 'http://localhost:3000',
    headers: { origin: 'http://localhost:3000' },
    fetch: (url: string, options: RequestInit) => rig.api.request(url, options, { address: '127.0.0.1' }),
  })
  const { id, prices } = await cheapest()
  expect(id).toMatch(/^[\w-]{10,24}$/)
  expect(prices.length).toBeGreaterThan(0)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
}, 60_000)
