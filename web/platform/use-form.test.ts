import { expect, test } from 'vitest'
import { ApiError } from '#web/platform/api/api.ts'
import {
  ActionRunner,
  type ActKeys,
  endAction,
  toFailure,
  getErrors,
  idleState,
  removeCorrected,
  startAction,
} from './use-form.ts'

const refused = (code: 'slot_taken' | 'invalid_input', errors: { path: string; message: string }[] = []) =>
  new ApiError(409, { code, message: 'The whole says no.', errors })
const wrongEmail = refused('invalid_input', [
  { path: 'email', message: 'Not an address.' },
  { path: 'hash', message: 'Too old.' },
])

test('a refusal goes to the fields of the form, otherwise to the form', () => {
  expect(getErrors(wrongEmail, ['email', 'name'])).toEqual({ email: 'Not an address.' })
  expect(getErrors(wrongEmail, ['name'])).toEqual({ form: 'Not an address.' })
  expect(getErrors(refused('slot_taken'))).toEqual({ form: 'The whole says no.' })
})

test('a server error and a lost response are faults', () => {
  expect(getErrors(new ApiError(503, { message: 'Ours.' }), ['email'])).toEqual({ fault: 'Ours.' })
  expect(getErrors(new TypeError('fetch failed'))).toEqual({ fault: new ApiError(0, {}).message })
})

test('a page can give a refusal a message or a field, or handle it', () => {
  expect(getErrors(refused('slot_taken'), [], { slot_taken: 'Gone.' })).toEqual({ form: 'Gone.' })
  expect(getErrors(refused('slot_taken'), [], { slot_taken: { time: 'Gone.' } })).toEqual({ time: 'Gone.' })
  expect(getErrors(refused('slot_taken'), [], { slot_taken: () => null })).toEqual({})
  expect(getErrors(refused('slot_taken'), [], { time_past: 'Late.' })).toEqual({ form: 'The whole says no.' })
  const all = (fault: ApiError) => (fault.code === 'slot_taken' ? { time: fault.message } : undefined)
  expect(getErrors(refused('slot_taken'), [], all)).toEqual({ time: 'The whole says no.' })
  expect(getErrors(refused('invalid_input'), [], all)).toEqual({ form: 'The whole says no.' })
})

test('a draft gets the errors of all fields, and its own messages if no response arrives', () => {
  const form = { current: null }
  expect(toFailure(wrongEmail, { form, start: {} })).toEqual({ email: 'Not an address.', hash: 'Too old.' })
  expect(toFailure(wrongEmail, { form })).toEqual({ form: 'Not an address.' })
  expect(toFailure(new ApiError(503, { message: 'Ours.' }), { form, start: {} })).toEqual({ fault: 'Ours.' })
  const { fault } = toFailure(new TypeError('fetch failed'), { form, start: {} })
  expect(fault).toMatch(/Your answers are still here/)
})

test('editing a draft removes the corrected errors, not those of the form', () => {
  const errors = { form: 'No.', fault: 'Ours.', email: 'Missing.', name: 'Missing.', code: 'Refused.' }
  expect(removeCorrected(errors, { name: 'Too short.' })).toEqual({ form: 'No.', fault: 'Ours.', name: 'Too short.' })
})

test('a starting action clears the errors, and two can be pending', () => {
  const one = startAction({ ...idleState, errors: { form: 'No.' } }, 'one')
  expect(one).toEqual({ pending: ['one'], errors: {} })
  const both = startAction(one, 'two')
  expect(endAction(both, 'one', { form: 'No.' })).toEqual({ pending: ['two'], errors: { form: 'No.' } })
  expect(endAction(both, 'two')).toEqual({ pending: ['one'], errors: {} })
})

test('an action runs once at a time, retries a lost response with the same key, and then takes a new key', async () => {
  const events: string[] = []
  const on = { start: () => events.push('start'), fail: () => events.push('fail'), end: () => events.push('end') }
  const runner = new ActionRunner()
  const keys: string[] = []
  const work = (answer: () => Promise<string>) => (key: ActKeys) => {
    keys.push(key.of('POST /v1/pay {}'))
    return answer()
  }
  const lost = work(() => Promise.reject(new TypeError('fetch failed')))
  const paid = work(() => Promise.resolve('paid'))
  const [first, second] = await Promise.all([runner.run('pay', lost, on), runner.run('pay', lost, on)])
  expect([first, second, keys.length]).toEqual([null, null, 1])
  expect(await runner.run('pay', paid, on)).toEqual({ answer: 'paid' })
  await runner.run('pay', paid, on)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
  expect(events).toEqual(['start', 'fail', 'start', 'end', 'start', 'end'])
})
