import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { PlainMessage } from '#web/ui/plain-message.tsx'
import type { Kind } from './toasts.ts'
import toastRegionStyles from './toast-region.module.css'

/** How long a snackbar stays unless it is told otherwise, in milliseconds. */
export const snackbarTime = 3_000

const Message = createOptionalPart(() => import('./toast-region.tsx').then((m) => m.Message), Plain)

type Show = (message: string, kind?: Kind, time?: number) => void

const SnackbarContext = createContext<Show | null>(null)

/** Gives the tree below one snackbar; a new message takes the place of the one before. */
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

/** Shows a short message at the foot of the page; outside its provider this throws. */
export function useSnackbar(): Show {
  const show = useContext(SnackbarContext)
  if (!show) throw new Error('useSnackbar is used outside its SnackbarProvider')
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
