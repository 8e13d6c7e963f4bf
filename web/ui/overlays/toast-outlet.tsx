import { useEffect, useSyncExternalStore } from 'react'
import { optional } from '#web/platform/optional.tsx'
import { PlainMessage } from '#web/ui/plain-message.tsx'
import { current, currentOnServer, dismiss, subscribe, type Toast, toastTime } from './toasts.ts'

// The region comes with the first toast, not with the page.
const ToastRegion = optional(() => import('./toast-region.tsx').then((m) => m.ToastRegion), PlainToast)

/** Loads what shows toasts ahead of the first one. */
export const { ahead: loadToasts } = ToastRegion

/** Where toasts appear, once there is one. */
export function ToastOutlet({ close }: { close: string }) {
  const toasts = useSyncExternalStore(subscribe, current, currentOnServer)
  if (toasts.length === 0) return null
  return <ToastRegion toasts={toasts} close={close} />
}

function PlainToast({ toasts }: { toasts: readonly Toast[] }) {
  const last = toasts.at(-1)
  const id = last?.id
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => dismiss(id), toastTime)
    return () => clearTimeout(timer)
  }, [id])
  return <div role="status">{last && <PlainMessage message={last.message} />}</div>
}
