import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Bill } from '#contract/checkout/shared-bills.ts'
import BillPage from './bill-page.tsx'

// The API client needs a page address.
vi.mock('#web/platform/api/browser.ts', () => ({ browserApi: () => ({}) }))

const HOUR_MS = 3_600_000
const share = { person: 1, name: 'Leila', amount: 20, state: 'reserved', mine: true, booker: true, key: null }

function draw(sharesUntil: string): string {
  const bill = {
    holdId: 'h1',
    searchId: 's1',
    slug: 'mia',
    provider: 'Mia Shah',
    profileImg: { src: '/mia.jpg', alt: '' },
    state: 'open',
    event: 'Wedding',
    eventDate: '2027-06-12',
    countryCode: 'US',
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    due: 60,
    reserved: 20,
    open: 40,
    shares: [share, { ...share, person: 2, name: 'Noor', state: 'open', mine: false, booker: false, key: 'k' }],
    sharesUntil,
    restUntil: '2027-06-02T15:00:00.000Z',
    appointmentId: null,
  } as unknown as Bill
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: BillPage }])
  return renderToString(<Stub hydrationData={{ loaderData: { page: { bill, missing: false } } }} />)
}

test('before and after the others’ time the page names the same deadline, by the clock of the place', () => {
  const line = (hours: number) =>
    /role="status">([^<]*)</.exec(draw(new Date(Date.now() + hours * HOUR_MS).toISOString()))?.[1]
  expect(line(5)).toMatch(/^Everyone can pay until .*Jun 2\b.* 8:00 AM\.$/)
  expect(line(-5)).toMatch(/^Not everyone has paid yet\. You or they can pay until .*Jun 2\b.* 8:00 AM\.$/)
})
