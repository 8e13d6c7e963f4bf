import { expect, test } from 'vitest'
import { getDueReminder } from './documents.ts'
import { type RiskFacts, assessRisks, areSameName } from './document-risk.ts'

const clean: RiskFacts = {
  device: false,
  number: false,
  picture: false,
  refusals: 1,
  accountName: 'Ife Stone',
  document: { holder: 'Ife Stone', expiresOn: '2027-11-20' },
}
const today = '2026-11-20'

test('an honest document has no risk signal', () => {
  expect(assessRisks(clean, today)).toEqual([])
  expect(assessRisks({ ...clean, document: null }, today)).toEqual([])
})

test('each risk signal is a separate reason, and all of them are listed', () => {
  expect(assessRisks({ ...clean, device: true }, today)).toEqual(['device_of_suspended'])
  expect(assessRisks({ ...clean, number: true }, today)).toEqual(['number_of_suspended'])
  expect(assessRisks({ ...clean, picture: true }, today)).toEqual(['picture_of_other'])
  expect(assessRisks({ ...clean, refusals: 2 }, today)).toEqual(['refused_often'])
  const document = { holder: 'Lou Vale', expiresOn: '2026-12-20' }
  expect(assessRisks({ ...clean, document }, today)).toEqual(['name_differs', 'ends_soon'])
  expect(
    assessRisks({ ...clean, document: { ...document, holder: 'Ife Stone', expiresOn: '2026-12-21' } }, today),
  ).toEqual([])
  expect(
    assessRisks({ ...clean, device: true, number: true, picture: true, refusals: 3, document }, today),
  ).toHaveLength(6)
})

test('names match despite order, accents, case and middle names, but not by a first name only', () => {
  expect(areSameName('STONE, Ife Adaeze', 'Ife Stone')).toBe(true)
  expect(areSameName('Zoë Núñez', 'zoe nunez')).toBe(true)
  expect(areSameName('Ife', 'Ife Stone')).toBe(false)
  expect(areSameName('Ife', 'ife')).toBe(true)
  expect(areSameName('Ife Stone', 'Ife Vale')).toBe(false)
})

test('a reminder is due thirty and seven days before and on the day, and may be a week late', () => {
  expect([31, 30, 8, 7, 1, 0, -7, -8].map(getDueReminder)).toEqual([undefined, 30, 30, 7, 7, 0, 0, undefined])
})
