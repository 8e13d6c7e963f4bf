import { expect, test } from 'vitest'
import { mailKinds } from '#server/notifications/words/mail-texts.ts'
import { pushTexts, smsTexts } from '#server/notifications/words/notice-texts.ts'
import { formatMailKind, getMailTopic } from '#web/operator/mails/mail-kind.ts'

test.each([
  ['booking.confirmed.customer', 'Booking confirmed, to the customer'],
  ['cancelled.byProvider.customer.nobody', 'Cancelled by the artist, nobody else is free'],
  ['op.charge_back', 'Chargeback received'],
  ['sms.24h', 'Reminder 24 hours before'],
  ['kind.of.an.old.release', 'kind.of.an.old.release'],
])('a message of the kind %s is called “%s”', (kind, name) => {
  expect(formatMailKind(kind)).toBe(name)
})

test('every kind of message has an English name, and every email a topic', () => {
  const kinds = [...mailKinds, ...Object.keys(smsTexts), ...Object.keys(pushTexts)]
  expect(kinds.filter((kind) => formatMailKind(kind) === kind)).toEqual([])
  expect(mailKinds.filter((kind) => !getMailTopic(kind))).toEqual([])
  expect(new Set(mailKinds.map(formatMailKind)).size).toBe(mailKinds.length)
})
