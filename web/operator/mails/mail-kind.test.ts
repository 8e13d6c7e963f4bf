import { expect, test } from 'vitest'
import { formatMailKind } from './mail-kind.ts'

test.each([
  ['booking.confirmed.customer', 'Booking confirmed, to the customer'],
  ['cancelled.byCustomer.provider', 'Cancelled by customer, to the artist'],
  ['op.charge_back', 'Team alert: charge back'],
  ['sms.code', 'SMS: code'],
  ['signup.submitted', 'Sign-up submitted'],
  ['providerLink', 'Artist link'],
  ['late', 'Late'],
])('a message of the kind %s is called “%s”', (kind, name) => {
  expect(formatMailKind(kind)).toBe(name)
})
