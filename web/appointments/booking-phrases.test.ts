import { expect, test } from 'vitest'
import { formatBookedLine } from './booking-phrases.ts'

type Booking = Parameters<typeof formatBookedLine>[0]

const booking = (change: Partial<Booking>): Booking =>
  ({
    countryCode: 'GB',
    timeZone: 'Europe/London',
    currency: 'GBP',
    eventDate: '2027-06-14',
    startsAt: '2027-06-14T12:20:00+01:00',
    readyAt: '2027-06-14T13:30:00+01:00',
    deposit: 32.5,
    inFull: false,
    provider: { name: 'Mia Hollis', artists: ['Mia'] },
    payments: [{ email: 'ana@primp.test' }],
    ...change,
  }) as Booking

test('the page says where the receipt was sent', () => {
  expect(formatBookedLine(booking({}))).toBe(
    'Mon 14 June 2027 with Mia Hollis. Deposit of £32.50 paid. Receipt sent to ana@primp.test.',
  )
  expect(
    formatBookedLine(booking({ inFull: true, provider: { name: 'Mia Hollis', artists: ['Mia', 'Tess'] } as never })),
  ).toBe('Mon 14 June 2027 with Mia Hollis and Tess. Paid in full: £32.50. Receipt sent to ana@primp.test.')
})

test('a booking with transferred money has no receipt address, and none is shown', () => {
  expect(formatBookedLine(booking({ payments: [] }))).toBe('Mon 14 June 2027 with Mia Hollis. Deposit of £32.50 paid.')
  expect(formatBookedLine(booking({ payments: [], inFull: true }))).toBe(
    'Mon 14 June 2027 with Mia Hollis. Paid in full: £32.50.',
  )
})
