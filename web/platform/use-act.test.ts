import { expect, test } from 'vitest'
import { ApiError } from './api/api.ts'
import type { ActKeys } from './api/act-keys.ts'
import { ActRunner, begun, ended, errorsOf, still } from './use-act.ts'

const refused = (code: 'slot_taken' | 'invalid_input', errors: { path: string; message: string }[] = []) =>
  new ApiError(409, { code, message: 'The whole says no.', errors })

test('a refusal is put to the fields that the form has, and else to the form', () => {
  const wrong = refused('invalid_input', [
    { path: 'email', message: 'Not an address.' },
    { path: 'hash', message: 'Too old.' },
  ])
  expect(errorsOf(wrong, ['email', 'name'])).toEqual({ email: 'Not an address.' })
  expect(errorsOf(wrong, ['name'])).toEqual({ form: 'Not an address.' })
  expect(errorsOf(refused('slot_taken'))).toEqual({ form: 'The whole says no.' })
})

test('a fault and a lost answer are nobody’s slip', () => {
  expect(errorsOf(new ApiError(503, { message: 'Ours.' }), ['email'])).toEqual({ fault: 'Ours.' })
  expect(errorsOf(new TypeError('fetch failed'))).toEqual({ fault: new ApiError(0, {}).message })
})

test('a page may say what a refusal means: its own words, a field, or that it has seen to it', () => {
  expect(errorsOf(refused('slot_taken'), [], { slot_taken: 'Gone.' })).toEqual({ form: 'Gone.' })
  expect(errorsOf(refused('slot_taken'), [], { slot_taken: { time: 'Gone.' } })).toEqual({ time: 'Gone.' })
  expect(errorsOf(refused('slot_taken'), [], { slot_taken: () => null })).toEqual({})
  expect(errorsOf(refused('slot_taken'), [], { time_past: 'Late.' })).toEqual({ form: 'The whole says no.' })
  const all = (fault: ApiError) => (fault.code === 'slot_taken' ? { time: fault.message } : undefined)
  expect(errorsOf(refused('slot_taken'), [], all)).toEqual({ time: 'The whole says no.' })
  expect(errorsOf(refused('invalid_input'), [], all)).toEqual({ form: 'The whole says no.' })
})

test('an act that begins takes back what was said, and two may be under way', () => {
  const one = begun({ ...still, errors: { form: 'No.' } }, 'one')
  expect(one).toEqual({ doing: ['one'], errors: {} })
  const both = begun(one, 'two')
  expect(ended(both, 'one', { form: 'No.' })).toEqual({ doing: ['two'], errors: { form: 'No.' } })
  expect(ended(both, 'two')).toEqual({ doing: ['one'], errors: {} })
})

test('an act runs once at a time, keeps its key over a lost answer and takes another for the next press', async () => {
  const told: string[] = []
  const tell = { begun: () => told.push('begun'), refused: () => told.push('refused'), ended: () => told.push('ended') }
  const runner = new ActRunner()
  const keys: string[] = []
  const work = (answer: () => Promise<string>) => (key: ActKeys) => {
    keys.push(key.of('POST /v1/pay {}'))
    return answer()
  }
  const lost = work(() => Promise.reject(new TypeError('fetch failed')))
  const [first, second] = await Promise.all([runner.run('pay', lost, tell), runner.run('pay', lost, tell)])
  expect([first, second, keys.length]).toEqual([null, null, 1])
  expect(
    await runner.run(
      'pay',
      work(() => Promise.resolve('paid')),
      tell,
    ),
  ).toEqual({ answer: 'paid' })
  await runner.run(
    'pay',
    work(() => Promise.resolve('paid')),
    tell,
  )
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
  expect(told).toEqual(['begun', 'refused', 'begun', 'ended', 'begun', 'ended'])
})
