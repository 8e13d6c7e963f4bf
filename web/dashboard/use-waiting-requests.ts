import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useLive } from '#web/messaging/live.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { setPendingRequests } from '#web/platform/store/requests.ts'
import { change } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'

/** Keeps in the store which requests wait for this artist: read on each page, and whenever one comes or ends. */
export function useWaitingRequests(): void {
  const store = useClientStore()
  const { pathname } = useLocation()
  const look = useRef(() => {})
  look.current = () => {
    browserApi()
      .requests.mine({})
      .then(
        ({ requests, toAnswer }) =>
          change(
            store,
            'requests',
            setPendingRequests,
            requests.filter(({ state }) => state === 'requested').map(({ id }) => ({ id })),
            toAnswer,
          ),
        // A count that cannot be read now is read on the next page.
        () => {},
      )
  }
  useLive(['request.new', 'request.answered', 'request.ended'], () => look.current())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page asks anew
  useEffect(() => look.current(), [pathname])
}
