import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation, useNavigation } from 'react-router'
import { createOptionalPart } from '#web/platform/optional.tsx'
import noteStyles from '#web/ui/note.module.css'
import toastRegionStyles from './toast-region.module.css'
import {
  dismissToast,
  getServerToasts,
  getToasts,
  isAhead,
  type Kind,
  subscribeToToasts,
  type Toast,
  toastTime,
} from './toasts.ts'

/** Default duration of a snackbar in milliseconds. */
export const snackbarTime = 3_000

const Message = createOptionalPart(() => import('./toast-region.tsx').then((m) => m.Message), Plain)

type Show = (message: string, kind?: Kind, time?: number) => void

const SnackbarContext = createContext<Show | null>(null)

export function SnackbarProvider({ close, children }: { close: string; children: ReactNode }) {
  const [shown, setShown] = useState<{ id: number; message: string; kind: Kind; time: number } | null>(null)
  const show = useCallback<Show>((message, kind = 'success', time = snackbarTime) => {
    setShown((before) => ({ id: (before?.id ?? 0) + 1, message, kind, time }))
  }, [])
  return (
    <SnackbarContext value={show}>
      {children}
      <div className={shown ? toastRegionStyles.toasts : undefined} role="status" aria-live="polite">
        {shown && <Message key={shown.id} {...shown} close={close} onClose={() => setShown(null)} />}
      </div>
    </SnackbarContext>
  )
}

/** Returns the function that shows a snackbar. Throws outside its provider. */
export function useSnackbar(): Show {
  const show = useContext(SnackbarContext)
  if (!show) throw new Error('useSnackbar must be used inside SnackbarProvider')
  return show
}

function Plain({ message, time, onClose }: { message: string; time: number; onClose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message is a new one
  useEffect(() => {
    const timer = setTimeout(onClose, time)
    return () => clearTimeout(timer)
  }, [])
  return <PlainMessage message={message} />
}

// Lazy-loaded with the first toast.
const ToastRegion = createOptionalPart(() => import('./toast-region.tsx').then((m) => m.ToastRegion), PlainToast)

/** Preloads the toast component. */
export const { ahead: loadToasts } = ToastRegion

/** Renders toasts, once there is one. */
export function ToastOutlet({ close }: { close: string }) {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts, getServerToasts)
  // A message for a page that is still loading must still be visible when it renders.
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

export const PlainMessage = ({ message }: { message: string }) => (
  <p
    className={noteStyles.note}
    style={{ position: 'fixed', insetInline: 16, bottom: 16, zIndex: 100, margin: 'auto', maxWidth: 480 }}>
    {message}
  </p>
)
