import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { QueuedEntry } from '#web/party/day-outbox.ts'
import { RefusedEntries } from './refused-words.tsx'

const word: QueuedEntry = {
  appointmentId: 'a1',
  word: {
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'arrived',
    undo: false,
    person: null,
    serviceId: null,
    minutes: null,
    at: '2027-06-12T09:00:00.000Z',
    acting: false,
  },
  refused: 'This booking was cancelled.',
}
const shown = (refused: QueuedEntry[]) => renderToString(<RefusedEntries refused={refused} onLeave={() => {}} />)

test('a refused event is shown with the reason, and can be dismissed, in any state of the booking', () => {
  expect(shown([])).toBe('')
  expect(shown([word])).toContain('1 update from this device was not accepted. This booking was cancelled.')
  expect(shown([word])).toContain('Discard')
})
