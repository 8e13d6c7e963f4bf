import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { endAll, startPrimp } from './primp-process.ts'

const name = `${process.pid}_shutdown`
let own = ''

beforeAll(async () => {
  own = await createCopy(name, 'reference')
})
afterAll(async () => {
  await endAll()
  await deleteCopy(name)
})

const start = () => startPrimp('', { DATABASE_URL: own, SAMPLE_MARKET: 'off' })

describe('SIGTERM on PostgreSQL', () => {
  test('an idle process exits immediately with success', async () => {
    const primp = await start()
    const { code, ms } = await primp.end('SIGTERM')
    expect(code).toBe(0)
    expect(ms).toBeLessThan(3_000)
  }, 120_000)

  test('a process under load finishes requests in progress, drops none, and exits', async () => {
    const primp = await start()
    const answers: number[] = []
    let [asked, ending, broken] = [0, false, 0]
    const caller = async () => {
      while (!ending) {
        asked++
        try {
          const page = await fetch(`${primp.url}/v1/ip-location?n=${asked}`)
          await page.text()
          answers.push(page.status)
        } catch (fault) {
          // A connection refused after the port has closed is no lost response; a broken one is.
          if ((fault as { cause?: { code?: string } }).cause?.code !== 'ECONNREFUSED' && !ending) broken++
        }
      }
    }
    const callers = Array.from({ length: 8 }, caller)
    while (answers.length < 200) await new Promise((later) => setTimeout(later, 10))
    const ended = primp.end('SIGTERM')
    const { code, ms } = await ended
    ending = true
    await Promise.all(callers)
    expect(code).toBe(0)
    expect(ms).toBeLessThan(3_000)
    expect(answers.filter((status) => status >= 500)).toEqual([])
    expect(broken).toBe(0)
  }, 120_000)
})
