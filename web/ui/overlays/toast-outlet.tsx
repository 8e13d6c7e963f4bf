import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { PlainMessage } from '#web/ui/plain-message.tsx'
import {
  getToasts,
  getServerToasts,
  dismissToast,
  isAhead,
  subscribeToToasts,
  type Toast,
  toastTime,
} from './toasts.ts'

// The region comes with the first toast, not with the page.
const ToastRegion = createOptionalPart(() => import('./toast-region.tsx').then((m) => m.ToastRegion), PlainToast)

/** Loads what shows toasts ahead of the first one. */
export const { ahead: loadToasts } = ToastRegion

/** Where toasts appear, once there is one. */
export function ToastOutlet({ close }: { close: string }) {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts, getServerToasts)
  // What is said of a page that is still on its way must not be gone when it comes.
  const waiting = useNavigation().state !== 'idle'
  const { pathname } = useLocation()
  if (toasts.length === 0) return null
  return <ToastRegion toasts={toasts} close={close} waiting={waiting} at={pathname} />
}

function PlainToast({ toasts, waiting: navigating, at }: { toasts: readonly Toast[]; waiting?: boolean; at?: string }) {
  const last = toasts.at(-1)
  const id = last?.id
  const waiting = navigating || (last !== undefined && isAhead(last, at))
  useEffect(() => {
    if (id === undefined || waiting) return
    const timer = setTimeout(() => dismissToast(id), toastTime)
    return () => clearTimeout(timer)
  }, [id, waiting])
  return <div role="status">{last && <PlainMessage message={last.message} />}</div>
}
