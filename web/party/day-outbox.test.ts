import { beforeEach, describe, expect, test } from 'vitest'
import type { ProgressEntry } from '#contract/party/day-updates.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { DayOutbox } from './day-outbox.ts'

const kept = new Map<string, string>()
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
let owner: string | null = 'mia'
let sent: { appointmentId: string; ids: string[]; sentAt: string }[] = []
let answer: (ids: readonly string[]) => void = () => {}
const clock = Date.parse('2026-11-24T12:00:00Z')
const open = () =>
  new DayOutbox({
    store,
    owner: () => owner,
    now: () => clock,
    send: async (appointmentId, words, sentAt) => {
      const ids = words.map(({ id }) => id)
      sent.push({ appointmentId, ids, sentAt })
      answer(ids)
    },
  })
const word = (id: string, at = '2026-11-24T11:30:00.000Z'): ProgressEntry => ({
  id,
  kind: 'arrived',
  undo: false,
  person: null,
  serviceId: null,
  minutes: null,
  at,
  acting: false,
})
const offline = () => {
  answer = () => {
    throw new TypeError('no line')
  }
}
const ids = (box: DayOutbox) => box.words().map((one) => one.word.id)

beforeEach(() => {
  kept.clear()
  sent = []
  owner = 'mia'
  answer = () => {}
})

describe('Events stored in the browser', () => {
  test('events show immediately, survive without connection and page, and are sent in order when online', async () => {
    offline()
    const box = open()
    let told = 0
    box.subscribe(() => told++)
    box.add('one', word('a'))
    box.add('two', word('b'))
    box.add('one', word('c'))
    expect([ids(box), told]).toEqual([['a', 'b', 'c'], 3])
    expect(await box.flush()).toBe(false)
    // Another page of the same browser shares the storage.
    const later = open()
    expect(ids(later)).toEqual(['a', 'b', 'c'])
    answer = () => {}
    sent = []
    expect(await later.flush()).toBe(true)
    expect(sent.map((one) => [one.appointmentId, one.ids])).toEqual([
      ['one', ['a', 'c']],
      ['two', ['b']],
    ])
    expect([ids(later), kept.size]).toEqual([[], 0])
    // Accepted updates stay listed until the page has reloaded.
    expect(later.listFor('one').map(({ id }) => id)).toEqual(['a', 'c'])
    expect(later.listFor('two').map(({ id }) => id)).toEqual(['b'])
    expect(await later.flush()).toBe(false)
  })

  test('a refused event shows the reason and blocks no other; its author can remove it', async () => {
    answer = (asked) => {
      if (asked.includes('b')) throw new ApiError(409, { message: 'It is over.', code: 'state_changed' })
    }
    const box = open()
    for (const id of ['a', 'b', 'c']) box.add('one', word(id))
    await box.flush()
    await box.flush()
    expect(box.words().map((one) => [one.word.id, one.refused])).toEqual([['b', 'It is over.']])
    expect(box.listFor('one').map(({ id }) => id)).toEqual(['a', 'c'])
    sent = []
    await box.flush()
    expect(sent).toEqual([])
    box.leave('one')
    expect([box.words(), kept.size]).toEqual([[], 0])
  })

  test('after a fault, a limit or an ended session the event is sent again', async () => {
    const box = open()
    for (const status of [500, 503, 401, 429]) {
      answer = () => {
        throw new ApiError(status, {})
      }
      box.add('one', word(`of ${status}`))
      await box.flush()
      expect(box.words().every(({ refused }) => refused === null)).toBe(true)
    }
    answer = () => {}
    await box.flush()
    expect(box.words()).toEqual([])
  })

  test('events wait for their author: another user sends and sees none of them', async () => {
    offline()
    const box = open()
    box.add('one', word('a'))
    await box.flush()
    answer = () => {}
    sent = []
    owner = 'temi'
    expect(ids(box)).toEqual([])
    await box.flush()
    owner = null
    box.add('one', word('nobody'))
    await box.flush()
    expect(sent).toEqual([])
    owner = 'mia'
    await box.flush()
    expect(sent.map((one) => one.ids)).toEqual([['a']])
  })

  test("events carry the client's clock, which is never earlier than the event", async () => {
    const box = open()
    box.add('one', word('a', '2026-11-24T12:00:00.001Z'))
    await box.flush()
    expect(sent[0]?.sentAt).toBe('2026-11-24T12:00:00.001Z')
    expect(box.words()).toBe(box.words())
    kept.set('primpDay', 'no json')
    expect(box.words()).toEqual([])
  })
})
