import { expect, test } from 'vitest'
import { reminderAt } from './documents.ts'
import { type RiskFacts, risksOf, sameName } from './document-risk.ts'

const clean: RiskFacts = {
  device: false,
  number: false,
  picture: false,
  refusals: 1,
  accountName: 'Ife Stone',
  document: { holder: 'Ife Stone', expiresOn: '2027-11-20' },
}
const today = '2026-11-20'

test('nothing speaks against an honest document', () => {
  expect(risksOf(clean, today)).toEqual([])
  expect(risksOf({ ...clean, document: null }, today)).toEqual([])
})

test('each sign is a reason of its own, and all of them are said', () => {
  expect(risksOf({ ...clean, device: true }, today)).toEqual(['device_of_suspended'])
  expect(risksOf({ ...clean, number: true }, today)).toEqual(['number_of_suspended'])
  expect(risksOf({ ...clean, picture: true }, today)).toEqual(['picture_of_other'])
  expect(risksOf({ ...clean, refusals: 2 }, today)).toEqual(['refused_often'])
  const document = { holder: 'Lou Vale', expiresOn: '2026-12-20' }
  expect(risksOf({ ...clean, document }, today)).toEqual(['name_differs', 'ends_soon'])
  expect(risksOf({ ...clean, document: { ...document, holder: 'Ife Stone', expiresOn: '2026-12-21' } }, today)).toEqual(
    [],
  )
  expect(risksOf({ ...clean, device: true, number: true, picture: true, refusals: 3, document }, today)).toHaveLength(6)
})

test('a name is the same whatever its order, accents, case and middle names, but not by a first name alone', () => {
  expect(sameName('STONE, Ife Adaeze', 'Ife Stone')).toBe(true)
  expect(sameName('Zoë Núñez', 'zoe nunez')).toBe(true)
  expect(sameName('Ife', 'Ife Stone')).toBe(false)
  expect(sameName('Ife', 'ife')).toBe(true)
  expect(sameName('Ife Stone', 'Ife Vale')).toBe(false)
})

test('a reminder is due thirty and seven days before and on the day, and is late for a week', () => {
  expect([31, 30, 8, 7, 1, 0, -7, -8].map(reminderAt)).toEqual([undefined, 30, 30, 7, 7, 0, 0, undefined])
})
