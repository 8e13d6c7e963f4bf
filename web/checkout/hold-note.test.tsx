import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { HoldNote, OtherHoldNote } from './hold-note.tsx'
import { countSecondsLeft, type HoldStatus } from './use-hold.ts'

const held = { is: 'held', hold: { extensionsLeft: 0 } } as HoldStatus
const extendable = { is: 'held', hold: { extensionsLeft: 1 } } as HoldStatus
const shown = (left: number, keeping = held) => {
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <HoldNote
          keeping={keeping}
          left={left}
          country="GB"
          searchId="s1"
          paying={false}
          onExtend={() => {}}
          onAgain={() => {}}
          onReplace={() => {}}
          onAccept={() => {}}
        />
      ),
    },
  ])
  const html = renderToString(<Stub />)
  return {
    seen: /aria-hidden="true">([^<]*(?:left|hold)[^<]*)</.exec(html)?.[1] ?? '',
    timer: /role="timer" aria-label="([^"]*)"/.exec(html)?.[1],
    said: /role="status">([^<]*)</.exec(html)?.[1],
    button: /<button[^>]*>(?:<[^>]*>)*([^<]+)</.exec(html)?.[1],
  }
}

test.each([
  [7199, '1:59:59', '1 hour 59 minutes 59 seconds'],
  [3600, '1:00:00', '1 hour'],
  [872, '14:32', '14 minutes 32 seconds'],
  [449, '7:29', '7 minutes 29 seconds'],
  [120, '2:00', '2 minutes'],
  [61, '1:01', '1 minute 1 second'],
  [59, '0:59', '0 minutes 59 seconds'],
])('with %i seconds left the announcement equals the visible text: %s', (left, seen, spoken) => {
  const note = shown(left)
  expect(note.seen).toContain(seen)
  expect(note.timer).toBe(`Time held for you, ${spoken} left`)
  if (left > 60) expect(note.said).toContain(spoken)
  else expect(note.said).toBe('One minute left.')
})

test('three minutes before the end the customer is asked whether they need more time, if it can be extended', () => {
  expect(shown(181, extendable).button).toBeUndefined()
  expect(shown(180, extendable)).toMatchObject({
    said: '3 minutes left. Do you need more time? We can hold it for 15 more minutes.',
    button: 'Hold it for 15 more minutes',
  })
  expect(shown(180).button).toBeUndefined()
})

test('the two hours of a partner’s link are shown in full, and a wrong clock of the device shows no more', () => {
  const hours = (n: number) => n * 3_600_000
  expect(countSecondsLeft(hours(2) - 1_000, 0)).toBe(7_199)
  expect(countSecondsLeft(hours(5), 0)).toBe(7_200)
  expect(countSecondsLeft(0, 1_000)).toBe(0)
})

test('a time with another artist is never released without asking', () => {
  const other = { id: 'h1', name: 'Mia Shah', slug: 'mia', searchId: 's2', secondsLeft: 431 }
  const Stub = createRoutesStub([
    { path: '/', Component: () => <OtherHoldNote other={other} country="GB" onReplace={() => {}} /> },
  ])
  const html = renderToString(<Stub />)
  for (const part of [
    'Mia Shah',
    '8 more minutes',
    'Continue with Mia',
    'href="/book/s2/@/mia"',
    'Hold this time instead',
  ])
    expect(html).toContain(part)
})
