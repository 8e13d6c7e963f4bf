import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type APIRequestContext,
  type APIResponse,
  type Browser,
  type BrowserContext,
  type Page,
  request,
} from '@playwright/test'
import { createCopy, deleteCopy, testEngine } from '#server/test-databases.ts'
import { signedIn } from '#tests/signed-in.ts'
import { entered, expect, wedding } from './stage.ts'

/** A shared bill and the key of another payer's link. */
export type Shared = { holdId: string; key: string }
export type Booked = { id: string; searchId: string; startsAt: string; paid: number; shareKey: string; number: number }

type Ended = { appointment: string; customer: string; provider: string; mailed: string }

/** A separate sample market on the journeys' engine, whose server can restart at another time. */
export class OwnMarket {
  /** A past appointment, which cannot be booked. */
  ended: Ended = { appointment: '', customer: '', provider: '', mailed: '' }
  readonly base: string
  private readonly port: number
  private directory = ''
  /** Set if the database is a copy on PostgreSQL. */
  private url: string | undefined
  private server: ChildProcess | undefined
  private now = ''
  private readonly mode: 'production' | 'development'

  constructor(from: number, mode: 'production' | 'development' = 'production') {
    this.mode = mode
    this.port = from + (process.pid % 3_000)
    this.base = `http://localhost:${this.port}`
  }

  async open(clock: string): Promise<void> {
    this.directory = mkdtempSync(join(tmpdir(), 'primp-own-'))
    if (testEngine() === 'postgres') this.url = await createCopy(this.copy)
    this.ended = JSON.parse(this.run('tests/e2e/bookings/ended-market.ts'))
    await this.at(clock)
  }

  async at(clock: string): Promise<void> {
    await this.stop()
    this.now = clock
    this.server = spawn('node', ['server/main.ts', ...(this.mode === 'development' ? ['--dev'] : [])], {
      stdio: 'ignore',
      env: {
        ...process.env,
        PORT: String(this.port),
        DATA_DIR: this.directory,
        ...(this.url ? { DATABASE_URL: this.url, SAMPLE_MARKET: 'on' } : {}),
        CLOCK: clock,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        NODE_ENV: this.mode,
      },
    })
    await expect
      .poll(
        () =>
          fetch(`${this.base}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 90_000 },
      )
      .toBe(200)
  }

  /** Moves to a time and charges the balances and later deposits due at these moments. */
  async takingBalances(moments: readonly string[], clock: string): Promise<void> {
    await this.stop()
    this.run('tests/e2e/bookings/take-balances-at.ts', moments)
    await this.at(clock)
  }

  async close(): Promise<void> {
    await this.stop()
    if (this.directory) rmSync(this.directory, { recursive: true, force: true })
    if (this.url) await deleteCopy(this.copy)
  }

  async stop(): Promise<void> {
    const { server } = this
    if (!server || server.exitCode !== null) return
    const gone = new Promise((done) => server.once('exit', done))
    server.kill('SIGTERM')
    await gone
  }

  private get copy(): string {
    return `${process.pid}_own_${this.port}`
  }

  private run(program: string, words: readonly string[] = []): string {
    return execFileSync('node', [program, this.directory, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...(this.url ? { MARKET_DATABASE_URL: this.url } : {}) },
    })
  }

  /** Opens a page in a new browser at the market's time, signed in if an address is given. */
  async person(browser: Browser, email: string | null, size = { width: 1280, height: 900 }): Promise<Page> {
    const context: BrowserContext = await browser.newContext({
      baseURL: this.base,
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      viewport: size,
    })
    const page = await context.newPage()
    await page.clock.install({ time: new Date(this.now) })
    await page.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
    if (email) await this.enter(page, email)
    return page
  }

  async enter(page: Page, email: string): Promise<void> {
    await page.goto(`${this.base}/content/help`)
    await page.evaluate(async (email) => {
      const answer = await fetch('/v1/accounts/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'primp-sample-1' }),
      })
      const { data } = await answer.json()
      localStorage.setItem('primpUser', JSON.stringify(data.user))
      localStorage.setItem('primpSession', JSON.stringify({ token: data.token, pathRequested: null }))
    }, email)
  }

  async caller(email: string): Promise<Caller> {
    const api = await request.newContext({ baseURL: this.base })
    const answer = await api.post('/v1/accounts/login', { data: { email, password: 'primp-sample-1' } })
    expect(answer.status()).toBe(200)
    return new Caller(api, (await entered(answer)).token)
  }
}

export class Caller {
  private readonly api: APIRequestContext
  private readonly token: string
  private readonly email: string

  constructor(api: APIRequestContext, token: string, email = 'ana@primp.test') {
    this.api = api
    this.token = token
    this.email = email
  }

  private send(method: string, path: string, data?: object): Promise<APIResponse> {
    return this.api.fetch(path, {
      method,
      ...(data ? { data } : {}),
      headers: { ...signedIn(this.token), 'idempotency-key': crypto.randomUUID() },
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: what comes back is looked at by who asked
  async call(method: string, path: string, data?: object): Promise<any> {
    const answer = await this.send(method, path, data)
    expect(answer.ok(), `${method} ${path} ${await answer.text()}`).toBe(true)
    return (await answer.json()).data
  }

  /** Searches for the makeup of each named person, with the details of the customer. */
  async search(whom: object, eventDate: string, finishTime: string, names: readonly string[] = ['Ana']) {
    const people = [{ count: names.length, services: ['makeup'] }]
    const services = names.map(() => 'makeup')
    const location = ('location' in whom && whom.location) || wedding.location
    const search = { ...wedding, location, eventDate, finishTime, people, services }
    const searchId: string = (await this.call('POST', '/v1/quotes/', search)).search.id
    const requester = { name: 'Ana Duarte', email: this.email, event: 'Birthday', mobile: '07700 900142' }
    await this.call('PATCH', `/v1/quotes/${searchId}`, requester)
    return { searchId, requester }
  }

  /**
   * Books an artist of Hackney, or the first with that policy, for the makeup of one person or of each named person.
   */
  async book(
    whom: { slug: string; location?: object } | { policy: string },
    eventDate: string,
    finishTime: string,
    names: readonly string[] = ['Ana'],
  ): Promise<Booked> {
    const { searchId, requester } = await this.search(whom, eventDate, finishTime, names)
    const hold = await this.keep(searchId, whom)
    const { payment } = await this.call('POST', `/v1/holds/${hold.id}/payment`, {
      requester,
      day: { address: '14 Lark Row, London E2' },
      names,
      terms: true,
    })
    await this.call('POST', `/v1/test-bank/intents/${payment.clientSecret}/confirm`, {
      number: '4242424242424242',
      expiry: '12/30',
      code: '123',
    })
    await expect
      .poll(async () => (await this.call('GET', `/v1/payments/${payment.id}`)).payment.state, { timeout: 20_000 })
      .toBe('captured')
    const { appointmentId: id } = (await this.call('GET', `/v1/holds/${hold.id}`)).hold
    const { appointment } = await this.call('GET', `/v1/bookings/${id}`)
    return {
      id,
      searchId,
      startsAt: appointment.startsAt,
      paid: appointment.paid,
      shareKey: appointment.shareKey,
      number: appointment.number,
    }
  }

  /** Creates a hold for three who share the bill, and pays the first share. */
  async share(eventDate: string, finishTime: string): Promise<Shared> {
    const services = ['makeup', 'makeup', 'makeup']
    const people = [{ count: 3, services: ['makeup'] }]
    const search = await this.call('POST', '/v1/quotes/', { ...wedding, eventDate, finishTime, people, services })
    const requester = { name: 'Ana Duarte', email: 'ana@primp.test', event: 'Wedding', mobile: '07700 900142' }
    await this.call('PATCH', `/v1/quotes/${search.search.id}`, requester)
    const { id } = await this.keep(search.search.id, { policy: 'fair' })
    const { payment } = await this.call('POST', `/v1/holds/${id}/payment`, {
      requester,
      day: { address: '14 Lark Row, London E2' },
      names: ['Ana', 'Noor', 'Zoe'],
      terms: true,
      split: { person: 1 },
    })
    await this.call('POST', `/v1/test-bank/intents/${payment.clientSecret}/confirm`, {
      number: '4242424242424242',
      expiry: '12/30',
      code: '123',
    })
    const { bill } = await this.call('GET', `/v1/holds/${id}/bill`)
    return { holdId: id, key: bill.shares[1].key }
  }

  /** Holds the artist's time; skips artists without time for the travel between two jobs. */
  private async keep(searchId: string, whom: { slug: string } | { policy: string }): Promise<{ id: string }> {
    const slugs: string[] =
      'slug' in whom
        ? [whom.slug]
        : (await this.call('GET', `/v1/quotes/${searchId}?filterBy=instant`)).offers.mobile.map(
            ({ provider }: { provider: { slug: string } }) => provider.slug,
          )
    for (const slug of slugs) {
      const { locked, card } = await this.call('GET', `/v1/quotes/${searchId}/@/${slug}?type=mobile`)
      if (!locked || ('policy' in whom && locked.policy.kind !== whom.policy)) continue
      const answer = await this.send('POST', '/v1/holds', {
        quoteId: searchId,
        profileId: card._id,
        type: 'mobile',
        hash: locked.hash,
      })
      if (answer.ok()) return (await answer.json()).data.hold
    }
    throw new Error(`no artist can be booked: ${JSON.stringify(whom)}`)
  }

  close(): Promise<void> {
    return this.api.dispose()
  }
}
