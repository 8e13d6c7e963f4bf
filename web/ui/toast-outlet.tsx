import { lazy, Suspense, useSyncExternalStore } from 'react'
import { current, currentOnServer, subscribe } from './toasts.ts'

// The region comes with the first toast, not with the page.
const ToastRegion = lazy(() => import('./toast-region.tsx').then((m) => ({ default: m.ToastRegion })))

/** Where toasts appear, once there is one. */
export function ToastOutlet({ close }: { close: string }) {
  const toasts = useSyncExternalStore(subscribe, current, currentOnServer)
  if (toasts.length === 0) return null
  return (
    <Suspense fallback={null}>
      <ToastRegion toasts={toasts} close={close} />
    </Suspense>
  )
}
