import type { APIRequestContext, Page } from '@playwright/test'
import { dayAfter } from '#tests/e2e/market.ts'
import { expect, running, operatorToken, searched, takeArtist } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'

export const newAddress = (): string => `${crypto.randomUUID().slice(0, 13)}@journeys.example`

/** Searches near the journey's artist with Instant Book. Returns the search and the path of its checkout. */
export async function checkoutFor(
  page: Page,
  services: readonly string[] = ['makeup'],
  finishTime = '13:30',
): Promise<{ id: string; slug: string; location: object; path: string }> {
  const { slug, location } = takeArtist()
  const people = services.map((service) => ({ count: 1, services: [service] }))
  const id = await searched(page, { location, eventDate: dayAfter(120), finishTime, services, people })
  return { id, slug, location, path: `/book/${id}/@/${slug}?type=mobile` }
}

async function fillDetails(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Leila Hart')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Event', { exact: true }).fill('Birthday')
  await page.getByLabel('Mobile').fill('07700 900123')
}

export const onward = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true })

export const kept = (page: Page) => expect(page.getByText(/We are holding this time for you for/).first()).toBeVisible()

export async function openCheckout(page: Page, path: string, email = newAddress()): Promise<void> {
  await page.goto(path)
  const next = onward(page)
  await expect(next).toBeVisible()
  await running(page)
  await fillDetails(page, email)
  await next.click()
  await kept(page)
}

export async function fillCheckout(page: Page, email: string, address = '14 Lark Row, London E2 9JA'): Promise<void> {
  for (const title of ['Your details', 'The day']) {
    const folded = page.getByRole('button', { name: `Change: ${title}` })
    if (await folded.isVisible()) await folded.click()
  }
  await fillDetails(page, email)
  await onward(page).first().click()
  // Until the details are saved, Continue belongs to their step.
  await expect(page.getByRole('button', { name: 'Change: Your details' })).toBeVisible()
  await page.getByLabel('Street address').fill(address)
  await onward(page).last().click()
  await page.getByLabel(/I accept/).check()
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay £/ })
export const testCard = (page: Page, name: RegExp) => page.getByRole('button', { name }).click()

export async function seenByOperators(
  api: APIRequestContext,
  email: string,
): Promise<{ taken: number; bookings: number }> {
  const headers = signedIn(await operatorToken())
  const read = async (path: string) =>
    (await (await api.get(`${path}?text=${encodeURIComponent(email)}`, { headers })).json()).data
  const { payments } = await read('/v1/operator/payments')
  const { bookings } = await read('/v1/operator/bookings')
  return {
    taken: payments.filter(({ state }: { state: string }) => state === 'captured' || state === 'authorised').length,
    bookings: bookings.length,
  }
}
