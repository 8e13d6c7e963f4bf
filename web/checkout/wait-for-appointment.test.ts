import { expect, test, vi } from 'vitest'
import { waitForAppointment } from './wait-for-appointment.ts'

const nothing = { hold: { appointmentId: null } }
const there = { hold: { appointmentId: 'b1' } }
const atOnce = () => Promise.resolve()

test('the appointment is found once it exists, despite a failing connection', async () => {
  const read = vi
    .fn<() => Promise<typeof nothing | typeof there>>()
    .mockResolvedValueOnce(nothing)
    .mockRejectedValueOnce(new TypeError('fetch failed'))
    .mockResolvedValue(there)
  expect(await waitForAppointment(read, atOnce)).toBe('b1')
  expect(read).toHaveBeenCalledTimes(3)
})

test('after 20 attempts the page says that there is no appointment yet, and one can retry', async () => {
  const read = vi.fn<() => Promise<typeof nothing | typeof there>>().mockResolvedValue(nothing)
  const waited: number[] = []
  const pause = (ms: number) => {
    waited.push(ms)
    return Promise.resolve()
  }
  expect(await waitForAppointment(read, pause)).toBeNull()
  expect(read).toHaveBeenCalledTimes(20)
  expect(waited.at(-1)).toBe(2_680)
  read.mockResolvedValue(there)
  expect(await waitForAppointment(read, pause)).toBe('b1')
})
