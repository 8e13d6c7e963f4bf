import { expect, test } from 'vitest'
import type { Invitation } from '#contract/party/guests.ts'
import { formatGuestLines } from './guest-lines.ts'

const at = (clock: string) => `2027-06-12T${clock}:00.000Z`
const said: NonNullable<Invitation['live']> = {
  saidAt: at('09:30'),
  acting: false,
  arrivedAt: at('08:40'),
  state: 'ahead',
  behind: 0,

  nextFrom: at('11:30'),
  plannedFrom: at('11:30'),
  heldUpBy: null,
  doneAt: at('12:00'),
  spare: 10,
  finishedAt: null,
}
const told = (live: Invitation['live'], clock: string | null) =>
  formatGuestLines(
    {
      live,
      state: 'booked',
      startsAt: at('08:45'),
      endsAt: at('12:10'),
      provider: 'Ana Moss',
      countryCode: 'GB',
      timeZone: 'UTC',
    },
    clock === null ? null : Date.parse(at(clock)),
  )

test('a guest sees the time of their next sitting, and its source', () => {
  expect(told(said, '09:40')).toEqual({
    own: 'You start at 11:30 AM, as planned.',
    lines: ['Everyone is ready at 12:00 PM, 10 minutes early.', 'Ana reported this at 9:30 AM.'],
  })
  expect(told({ ...said, acting: true }, '09:40').lines).toContain('Primp reported this for Ana at 9:30 AM.')
  expect(told({ ...said, nextFrom: at('11:40') }, null).own).toBe('You now start at 11:40 AM instead of 11:30 AM.')
  expect(told({ ...said, state: 'now', nextFrom: null, plannedFrom: null }, '11:40').own).toBe('It is your turn.')
})

test('a guest sees which other artist they are with until then', () => {
  const held = {
    ...said,
    saidAt: null,
    nextFrom: at('11:45'),
    heldUpBy: 'Zoe Lark',
    behind: 15,
    spare: -5,
    doneAt: at('12:15'),
  }
  expect(told(held, '09:40')).toEqual({
    own: 'You now start at 11:45 AM instead of 11:30 AM.',
    lines: ['You are with Zoe until then.', '15 minutes behind.', 'Everyone is ready at 12:15 PM, 5 minutes late.'],
  })
})

test('from the planned arrival on a guest reads that there is no news, and later that there was none since', () => {
  expect([told(null, null), told(null, '08:40')].flatMap(({ lines }) => lines)).toEqual([])
  expect(told(null, '08:45').lines).toEqual(['No update from Ana yet. These are the planned times.'])
  expect(told(said, '10:00').lines.at(-1)).toBe('No update from Ana since 9:30 AM.')
  expect(told({ ...said, finishedAt: at('09:30') }, '10:30').lines).toEqual([
    'Everyone is done.',
    'Ana reported this at 9:30 AM.',
  ])
})
