import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Market, makeMarket, type Money } from './market.ts'
import { firstPort, siteEnv } from './pictured-site.ts'

const marketOf = (directory: string) => join(directory, 'market')

/** Creates a market for a directory of pictures and keeps it, so that later pictures can show the same. */
export async function keepMarket(directory: string): Promise<void> {
  const data = join(marketOf(directory), 'data')
  rmSync(marketOf(directory), { recursive: true, force: true })
  mkdirSync(marketOf(directory), { recursive: true })
  const ended = execFileSync('node', ['tests/e2e/bookings/ended-market.ts', data], { encoding: 'utf8' })
  const { appointment } = JSON.parse(ended) as Market['ended']
  const money = execFileSync('node', ['tests/page-pictures/moved-money.ts', data, appointment], { encoding: 'utf8' })
  const url = `http://localhost:${firstPort}`
  const env = { ...siteEnv, PORT: String(firstPort), DATA_DIR: data, CLOCK: '2026-11-20T09:00:00Z' }
  const site = spawn('node', ['server/main.ts'], { stdio: 'inherit', env: { ...process.env, ...env } })
  const gone = new Promise((done) => site.once('exit', done))
  try {
    while (!(await isReady(url))) {
      if (site.exitCode !== null) throw new Error('the site for the page pictures did not start')
      await setTimeout(200)
    }
    const market = await makeMarket(url, JSON.parse(ended) as Market['ended'], JSON.parse(money) as Money)
    writeFileSync(join(marketOf(directory), 'market.json'), JSON.stringify(market))
  } finally {
    site.kill('SIGTERM')
    await gone
  }
}

export function copyMarket(from: string, to: string): void {
  if (from === to) return
  rmSync(marketOf(to), { recursive: true, force: true })
  cpSync(marketOf(from), marketOf(to), { recursive: true })
}

export const readMarket = (directory: string): Market =>
  JSON.parse(readFileSync(join(marketOf(directory), 'market.json'), 'utf8'))

/** A writable copy of the kept market, one for each width. */
export function openData(directory: string, name: string): string {
  const data = `node_modules/.cache/primp/pictures-${name}`
  rmSync(data, { recursive: true, force: true })
  cpSync(join(marketOf(directory), 'data'), data, { recursive: true })
  return data
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
