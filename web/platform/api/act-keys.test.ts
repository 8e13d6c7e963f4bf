import { expect, test, vi } from 'vitest'
import { ActKeys } from '#web/platform/use-form.ts'
import { ApiError, createApiClient } from './api.ts'

test('a call keeps its key until it is refused or succeeds', () => {
  const keys = new ActKeys()
  const first = keys.of('POST /v1/pay {"a":1}')
  expect(keys.of('POST /v1/pay {"a":1}')).toBe(first)
  expect(keys.of('POST /v1/pay {"a":2}')).not.toBe(first)
  keys.refused('POST /v1/pay {"a":1}', 503, 'fault')
  keys.refused('POST /v1/pay {"a":1}', 409, 'request_running')
  expect(keys.of('POST /v1/pay {"a":1}')).toBe(first)
  keys.refused('POST /v1/pay {"a":1}', 409, 'slot_taken')
  const second = keys.of('POST /v1/pay {"a":1}')
  expect(second).not.toBe(first)
  keys.done()
  expect(keys.of('POST /v1/pay {"a":1}')).not.toBe(second)
})

test('after a lost response the same call uses the same key, and after a refusal another', async () => {
  const sent: string[] = []
  const answers = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => Promise.resolve(Response.json({ message: 'No.', code: 'slot_taken' }, { status: 409 })),
    () => Promise.resolve(Response.json({ data: {} })),
  ]
  const send = vi.fn((_path: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get('idempotency-key') ?? '')
    return answers[sent.length - 1]?.() ?? Promise.reject(new Error('one call too many'))
  })
  const api = createApiClient({ bookings: { hold: 'POST /v1/holds' } }, { send })
  const key = new ActKeys()
  const hold = () => api.bookings.hold({ quoteId: 'q', profileId: 'p', type: 'mobile', hash: 'h' }, { key })
  await expect(hold()).rejects.toThrow(TypeError)
  await expect(hold()).rejects.toThrow(ApiError)
  await hold()
  expect(sent[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(sent[1]).toBe(sent[0])
  expect(sent[2]).not.toBe(sent[0])
})
