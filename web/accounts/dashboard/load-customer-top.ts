import { browserApi } from '#web/platform/api/browser.ts'

/** What the head of the Customer Dashboard says on each of its pages: whose it is, and how many searches and saved artists there are. Browser only. */
export async function loadCustomerTop(): Promise<{ name: string; quotes: number; saved: number }> {
  const api = browserApi()
  const [{ user }, counts] = await Promise.all([api.accounts.me({}), api.ownBookings.counts({})])
  return { name: user.name, ...counts }
}
