import { useEffect, useState } from 'react'
import type { Side } from '#contract/messaging/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useLive } from './live.ts'

export function useUnread(side: Side): number {
  const [n, setN] = useState(0)
  const [turn, setTurn] = useState(0)
  useLive(['message.', 'conversation.', 'appointment.booked'], () => setTurn((now) => now + 1))
  // An effect, not a loader: it reloads with each event, on any page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again on each change
  useEffect(() => {
    let gone = false
    browserApi()
      .messages.unread({})
      .then(
        (counts) => !gone && setN(counts[side]),
        () => {},
      )
    return () => {
      gone = true
    }
  }, [side, turn])
  return n
}
