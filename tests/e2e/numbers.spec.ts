import type { Page } from '@playwright/test'
import type { Insights } from '#contract/calendar/insights.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatMoney, formatNumber, toHundredths, toPercent } from '#contract/format.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import type { operatorBusiness } from '#contract/operator/business.ts'
import type { operatorMoney } from '#contract/operator/money.ts'
import type { earnings } from '#contract/payments/payments.ts'
import { computePlatformLoss } from '#contract/payments/refund.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import type { providerProfile } from '#contract/providers/provider-profile.ts'
import type { statements } from '#contract/payments/statements.ts'
import { Caller } from '#tests/e2e/own-market.ts'
import { addDays, dayAfter, marketTime } from '#tests/e2e/market.ts'
import { KnownTexts } from '#tests/e2e/shown-numbers.ts'
import { become, expect, loaded, logIn, running, test } from '#tests/e2e/stage.ts'

/** Parts of pages whose numbers are no answers of the API. */
const excluded = {
  // Choices of a form are constants of the site.
  choices: 'main select, main option',
} as const

/** Sentences with constants of the site or of its banks. */
const fixedSentences: readonly RegExp[] = [
  // How long banks take, which no answer of ours can know.
  /Most banks show (it|them) within 5 to 10 days/,
  // Constants of the waiting list.
  /We hold the time for 12 hours, or 2 hours if the date is close/,
  // How long a payout waits: a constant of the payments.
  /^Available 48 hours after the booking ends$/,
  // The terms of a cancellation policy are constants of the contract; its dates and amounts are compared.
  /^Full deposit refund until .* \(7 days before the start\)/,
  /^Full refund within 24 hours of booking, whatever the policy\.$/,
  // The size of the circle in which maps show an artist is a constant.
  /^Your area, about 0\.7 miles across$/,
  // An example that the form computes while the artist types, from a place that it asks for on each change.
  /^Travel to .* miles away, costs £\d+\.$/,
  // Filters by round amounts are constants of the site.
  /^Under £\d+$/,
  // The days around a search that the page offers as a choice.
  /^± 3 days$/,
  // The days that the list of payments sums up by default.
  /in the last 30 days\./,
  // The days whose searches a suggestion looks at.
  /^No single change to your settings would have matched/,
  // How long allergies are kept: a constant of the register of personal data.
  /Allergies are deleted 30 days after the last booking/,
]

type Data = unknown
type Derive = (get: <T>(path: string) => T) => readonly string[]

class Walk {
  readonly page: Page
  #known = new KnownTexts(marketTime)
  #answers = new Map<string, Data>()
  #pending: Promise<void>[] = []

  constructor(page: Page) {
    this.page = page
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (!pathname.startsWith('/v1/') || !response.headers()['content-type']?.includes('json')) return
      this.#pending.push(
        response.json().then(
          (answer) => this.#add(pathname, answer),
          () => undefined,
        ),
      )
    })
  }

  #add(pathname: string, answer: { data?: Data }): void {
    this.#known.add(answer)
    this.#answers.set(pathname, answer.data)
  }

  /**
   * Opens a page and expects each number in its main part to be in the answers that it received. `asked` are calls that
   * the server made to render the page, and `derive` returns texts that a page computes from answers.
   */
  async open(path: string, { asked = [], derive }: { asked?: readonly string[]; derive?: Derive } = {}): Promise<void> {
    this.#known = new KnownTexts(marketTime)
    this.#answers = new Map()
    for (const call of asked) {
      const answer = await this.page.evaluate(async (url) => {
        const { token } = JSON.parse(localStorage.getItem('primpSession') ?? '{}')
        return (await fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} })).json()
      }, call)
      this.#add(call.split('?')[0] ?? call, answer)
    }
    await this.page.goto(path)
    await this.read(path, derive)
  }

  /** Reads the page that is open, after a click. */
  async read(path: string, derive?: Derive): Promise<void> {
    await loaded(this.page)
    await running(this.page)
    await this.page.waitForLoadState('networkidle')
    await Promise.all(this.#pending)
    this.#known.addTexts(...(derive?.((asked) => this.#answers.get(asked) as never) ?? []))
    expect.soft([path, await this.findUnknown()]).toEqual([path, []])
  }

  /** Returns the numbers of the open page that no answer has. */
  async findUnknown(): Promise<string[]> {
    const { text, charts } = await this.page.evaluate((choices) => {
      const main = document.querySelector('main') as HTMLElement
      const hidden = [...document.querySelectorAll<HTMLElement>(choices)]
      const images = [...main.querySelectorAll<HTMLElement>('[role=img]')]
      // A drawing has no lines, so each of its texts is one.
      const drawn = images.flatMap((image) => {
        const walker = document.createTreeWalker(image, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '')
        return found
      })
      const all = [...hidden, ...images]
      const displays = all.map(({ style }) => style.display)
      for (const { style } of all) style.display = 'none'
      const text = main.innerText
      for (const [i, { style }] of all.entries()) style.display = displays[i] ?? ''
      return { text, charts: drawn.join('\n') }
    }, excluded.choices)
    const lines = text.split('\n').filter((line) => !fixedSentences.some((fixed) => fixed.test(line.trim())))
    return [...this.#known.findUnknown(lines.join('\n')), ...this.#known.findUnknown(charts, true)]
  }
}

const daysUntil = (date: string): number => Math.round((Date.parse(date) - Date.parse(dayAfter(0))) / 86_400_000)
const daysOf = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => String(Number(addDays(first, n).slice(8))))

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1440, height: 900 }],
] as const)
  test(`on ${device}, a customer sees only numbers of the API, from the first page to the receipt`, {
    tag: '@proof',
  }, async ({ page, request, artist, customer }) => {
    await page.setViewportSize(viewport)
    const ana = await customer.logIn()
    const caller = new Caller(request, ana.token, customer.email)
    const eventDate = dayAfter(231)
    const booked = await caller.book(artist, eventDate, '13:30')
    const { searchId: next } = await caller.search(artist, dayAfter(238), '13:30')
    // Hackney has many artists, with reviews, ratings and distances.
    const { searchId: busy } = await caller.search({}, dayAfter(204), '13:30', ['Ana', 'Bea', 'Cyd'])
    await become(page, ana)
    await page.goto('/content/help')
    const walk = new Walk(page)
    await walk.open('/', {
      asked: [
        '/v1/seo/home?categorySlug=makeup-hair-styling&country=GB',
        '/v1/quotes/formSettings?categorySlug=makeup-hair-styling',
      ],
      // The example of the hero.
      derive: () => ['1:30 PM'],
    })
    for (const searchId of [busy, booked.searchId]) {
      const quotes = `/v1/quotes/${searchId}`
      await walk.open(`/quotes/${searchId}`, { asked: [quotes, `${quotes}?type=studio`] })
      const profile = await page.locator('main a[href*="/@/"]').first().getAttribute('href')
      const slug = /\/@\/([^?]+)/.exec(profile ?? '')?.[1] ?? artist.slug
      await walk.open(`/quotes/${searchId}/@/${slug}`, {
        asked: [`${quotes}/@/${slug}`, `/v1/@/${slug}`, `/v1/@/${slug}/testimonials`, `/v1/outside-reviews/of/${slug}`],
      })
    }
    await walk.open(`/book/${next}/@/${artist.slug}?type=mobile`, {
      asked: [`/v1/quotes/${next}`, `/v1/quotes/${next}/@/${artist.slug}`],
    })
    await walk.open(`/book/booked/${booked.id}`, { asked: [`/v1/bookings/${booked.id}`] })
    await walk.open('/customer-dashboard', { derive: () => [String(daysUntil(eventDate))] })
    await walk.open(`/customer-dashboard/bookings/${booked.id}`)
    await walk.open('/customer-dashboard/messages')
    const { conversations } = await caller.call('GET', '/v1/conversations?side=customer')
    await walk.open(`/customer-dashboard/messages/${conversations[0].id}`)
    await walk.open('/customer-dashboard/payments')
    await page
      .getByRole('link', { name: /^Receipt/ })
      .first()
      .click()
    await expect(page).toHaveURL(/receipts/)
    await walk.read('the receipt')

    // The comparison finds a number that differs from the answer.
    await page
      .getByText(formatMoney(booked.paid, 'GBP', { decimals: 'always' }))
      .first()
      .evaluate((part) => {
        part.textContent = '£1.23'
      })
    expect(await walk.findUnknown()).toEqual([expect.stringMatching(/^£1\.23 in /)])
  })

test('an artist sees only numbers of the API, on each page of the dashboard', { tag: '@proof' }, async ({
  page,
  request,
  artist,
  customer,
}) => {
  const ana = await customer.logIn()
  const booked = await new Caller(request, ana.token, customer.email).book(artist, dayAfter(232), '13:30')
  await become(page, await artist.logIn())
  const walk = new Walk(page)
  await walk.open(`/dashboard/appointments/${booked.id}`)
  await become(page, await logIn('mia@primp.test', 'primp-sample-1'))
  await walk.open('/dashboard', { derive: () => daysOf(dayAfter(0), 7) })
  await walk.open('/dashboard/calendar', { derive: () => daysOf('2026-11-01', 30) })
  for (const path of ['appointments', 'requests', 'clients', 'reviews', 'messages', 'travel', 'hours'])
    await walk.open(`/dashboard/${path}`)
  await walk.open('/dashboard/services', {
    derive: (get) =>
      derivePrices(
        get('/v1/providers/me'),
        get<OutputOf<typeof providerProfile.catalogue>>('/v1/providers/me/catalogue'),
      ),
  })
  await walk.open('/dashboard/earnings', {
    derive: (get) => deriveStatement(get('/v1/providers/me/earnings/statement')),
  })
  await walk.open('/dashboard/payouts', {
    derive: (get) => [
      get<OutputOf<typeof earnings.payouts>>('/v1/providers/me/payouts').details?.label.slice(-4) ?? '',
      ...deriveStatement(get('/v1/providers/me/earnings/statement')),
    ],
  })
  await walk.open('/dashboard/insights', {
    derive: (get) => deriveInsights(get<Insights>('/v1/providers/me/insights')),
  })
})

/** The customer's price of each service: the artist's price with the fee of its category. */
function derivePrices(
  { services }: OutputOf<typeof providerProfile.show>,
  { categories }: OutputOf<typeof providerProfile.catalogue>,
): string[] {
  const feeOf = (categoryId: number) => categories.find(({ id }) => id === categoryId)?.feePercent ?? 0
  return services.map(({ cost, categoryId }) =>
    formatMoney(computeUnitsWithFee(toMinor(cost ?? 0), feeOf(categoryId)), 'GBP'),
  )
}

/** How the whole price of a booking is divided: what is paid on the day, and what the artist earns of it all. */
const deriveStatement = (statement: OutputOf<typeof statements.show> | undefined): string[] =>
  (statement?.rows ?? []).flatMap(({ whole, paid, fee }) =>
    whole === null
      ? []
      : [whole - paid, whole - fee].map((part) => formatMoney(toHundredths(part), 'GBP', { decimals: 'always' })),
  )

/** The number and the sums of all weeks, which the page shows above its charts, and the searches of each week. */
function deriveInsights({ weeks, seen, asked, ahead, earned }: Insights): string[] {
  const sum = <R>(rows: readonly R[], of: (row: R) => number) => rows.reduce((all, row) => all + of(row), 0)
  return [
    `${weeks.length} weeks`,
    ...[seen, ...Map.groupBy(seen, ({ week }) => week).values()].map((rows) =>
      formatNumber(sum(rows, ({ first, near, further }) => first + near + further)),
    ),
    ...[sum(seen, ({ views }) => views), sum(asked, ({ won }) => won), sum(asked, ({ offers }) => offers)].map(
      formatNumber,
    ),
    ...[sum(asked, ({ instant }) => instant), sum(ahead, ({ bookings }) => bookings)].map(formatNumber),
    formatMoney(
      sum(ahead, ({ yours }) => yours),
      'GBP',
    ),
    formatMoney(toHundredths(sum(earned, ({ yours }) => yours)), 'GBP', { decimals: 'always' }),
  ]
}

test('an operator sees only numbers of the API, on each page of the console', { tag: '@proof' }, async ({
  page,
  request,
  artist,
  customer,
}) => {
  const ana = await customer.logIn()
  const booked = await new Caller(request, ana.token, customer.email).book(artist, dayAfter(232), '13:30')
  const olu = await logIn('olu@primp.test', 'primp-sample-1')
  await become(page, olu)
  const walk = new Walk(page)
  const { payments, provider } = (
    await new Caller(request, olu.token).call('GET', `/v1/operator/bookings/${booked.id}`)
  ).appointment
  for (const path of [
    '',
    `/bookings?text=${booked.number}`,
    `/bookings/${booked.id}`,
    '/payments',
    '/payouts',
    '/people',
    '/providers',
    '/partners',
    '/ledger',
    `/providers/${provider.id}`,
    `/people/${ana.user.id}`,
    '/demand',
  ])
    await walk.open(`/operator${path}`)
  await walk.open('/operator/refunds', { derive: (get) => deriveRefunds(get('/v1/operator/refunds')) })
  const payment = `/operator/payments/${payments[0].id}`
  await walk.open(payment, { derive: (get) => deriveRefund(get(`/v1${payment}`)) })
  await walk.open('/operator/business', {
    derive: (get) => [
      ...deriveFunnel(get('/v1/operator/business/funnel')),
      ...deriveMoney(get('/v1/operator/business/money')),
      ...deriveSquares(get('/v1/operator/business/squares')),
      ...deriveCohorts(get('/v1/operator/business/cohorts')),
    ],
  })
})

/** The proposed refund of all that is left: the part that the platform loses, and the artist's. */
function deriveRefund({ payment, whole }: OutputOf<typeof operatorMoney.payment>): string[] {
  const left = toHundredths(payment.amount - payment.refunded)
  const platform = toMajor(
    computePlatformLoss(toMinor(left), 'shared', { totalMinor: toMinor(whole.total), feeMinor: toMinor(whole.fee) }),
  )
  const artist = [left - payment.feeLeft, left - platform, platform - left]
  return [platform, -platform, ...artist, payment.feeLeft - platform, left - payment.feeLeft - (left - platform)]
    .map(toHundredths)
    .map((amount) => formatMoney(amount, payment.currency, { decimals: 'always' }))
}

/** The artist's part of each refund, the rest after the platform's, and the limits with their currencies' names. */
const deriveRefunds = ({ refunds, limits }: OutputOf<typeof operatorMoney.refunds>): string[] => [
  ...refunds.map(({ amount, feeBack, currency }) =>
    formatMoney(toHundredths(amount - feeBack), currency, { decimals: 'always' }),
  ),
  ...Object.entries(limits).map(([currency, limit]) => formatMoney(limit, currency, { mixed: true })),
]

/** The funnel's sums over all weeks, and by week, market and kind, with the shares of the searches. */
function deriveFunnel({ rows }: OutputOf<typeof operatorBusiness.funnel>): string[] {
  const groups = [
    [...rows],
    ...Map.groupBy(rows, ({ week }) => week).values(),
    ...Map.groupBy(rows, ({ countryCode }) => countryCode).values(),
    ...Map.groupBy(rows, ({ categoryId }) => categoryId).values(),
  ]
  return groups.flatMap((group) => {
    const sums = (['searches', 'seen', 'asked', 'booked', 'kept'] as const).map((stage) =>
      group.reduce((sum, row) => sum + row[stage], 0),
    )
    return sums.flatMap((n) => [formatNumber(n), `${Math.round(toPercent(n, sums[0] || 1))}%`])
  })
}

/** The sums of each currency over all weeks. */
const deriveMoney = ({ rows }: OutputOf<typeof operatorBusiness.money>): string[] =>
  [...Map.groupBy(rows, ({ currency }) => currency)].flatMap(([currency, own], _, { length }) =>
    (['gross', 'take', 'refunds'] as const).map((name) =>
      formatMoney(
        own.reduce((sum, row) => sum + row[name], 0),
        currency,
        { mixed: length > 1 },
      ),
    ),
  )

const MOST_SQUARES = 50
const deriveSquares = ({ squares }: OutputOf<typeof operatorBusiness.squares>): string[] => [
  formatNumber(squares.filter(({ artists }) => artists > 0).length - MOST_SQUARES),
  formatNumber(squares.length - MOST_SQUARES),
]

const deriveCohorts = ({ customers, artists, months }: OutputOf<typeof operatorBusiness.cohorts>): string[] => [
  ...months.map((_, later) => String(later)),
  ...[...customers, ...artists].flatMap(({ size, active }) => active.map((n) => `${Math.round(toPercent(n, size))}%`)),
  // People of months without any booking.
  ...[customers, artists].map((people) =>
    formatNumber(people.filter(({ active }) => active.every((n) => n === 0)).reduce((sum, { size }) => sum + size, 0)),
  ),
]
