import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { browserApi } from '#web/platform/browser.ts'
import { setPendingRequests } from '#web/platform/store/requests.ts'
import { change } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'

const POLL_MS = 60_000

/** Keeps in the store which requests wait for this artist: read when the dashboard opens, at each room, and every minute. */
export function useWaitingRequests(): void {
  const store = useClientStore()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another room asks anew
  useEffect(() => {
    let gone = false
    const look = async () => {
      const { requests, toAnswer } = await browserApi().requests.mine({})
      if (!gone) change(store, 'requests', setPendingRequests, requests.filter(({ state }) => state === 'requested').map(({ id }) => ({ id })), toAnswer)
    }
    // A count that cannot be read now is read a minute later.
    const quietly = () => void look().catch(() => {})
    quietly()
    const timer = setInterval(quietly, POLL_MS)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [store, pathname])
}
