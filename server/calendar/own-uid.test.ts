import { expect, test } from 'vitest'
import { parseOwnUid } from './feeds.queries.ts'

const id = '3f2a1b4c-0d5e-4f60-8a71-92b3c4d5e6f7'

test('our own UIDs are recognised in any case and with Google’s suffix, and no other UIDs are', () => {
  for (const [uid, own] of [
    [`${id}@primp`, { kind: 'appointment', id }],
    [`${id.toUpperCase()}@PRIMP`, { kind: 'appointment', id }],
    [`${id}_R20270612T090000@primp`, { kind: 'appointment', id }],
    [`${id}@primp_R20270612`, { kind: 'appointment', id }],
    [`own-${id}@primp`, { kind: 'own', id }],
    [`Trial-${id}@primp`, { kind: 'trial', id }],
    [`test-${id}@Primp`, { kind: 'test', id }],
    ['busy-42@primp', { kind: 'busy', id: '42' }],
    ['busy-0@primp', null],
    ['busy-99999999999999999999@primp', null],
    [`busy-${id}@primp`, null],
    ['42@primp', null],
    ['someone@primp', null],
    [`${id}@primp.example`, null],
    [`${id}@google.com`, null],
    [`google-${id}@primp`, { kind: 'appointment', id }],
    [`export:own-${id}@primp`, { kind: 'own', id }],
    [`${'0'.repeat(100_000)}@primp`, null],
    ['', null],
  ] as const)
    expect([uid.slice(0, 80), parseOwnUid(uid)]).toEqual([uid.slice(0, 80), own])
})
