import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton, getButtonClasses } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { dismissToast, isAhead, type Kind, type Toast, toastTime } from './toasts.ts'
import styles from './toast-region.module.css'

const icons: Record<Kind, LucideIcon> = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info }

interface ToastRegionProps {
  toasts: readonly Toast[]
  close: string
  waiting?: boolean
  at?: string
}

export function ToastRegion({ toasts, close, waiting = false, at }: ToastRegionProps) {
  return (
    <div className={joinClasses('no-print', styles.toasts)} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <Message
          key={toast.id}
          {...toast}
          time={toastTime}
          close={close}
          waiting={waiting || isAhead(toast, at)}
          onClose={() => dismissToast(toast.id)}
        />
      ))}
    </div>
  )
}

type MessageProps = Pick<Toast, 'kind' | 'message' | 'action'> & {
  time: number
  close: string
  waiting?: boolean
  onClose: () => void
}

/** A message with its icon. Hover and focus pause its timer. */
export function Message({ kind, message, action, time, close, waiting = false, onClose }: MessageProps) {
  const [held, setHeld] = useState(false)
  const closing = useRef(onClose)
  closing.current = onClose
  useEffect(() => {
    if (held || waiting) return
    const timer = setTimeout(() => closing.current(), time)
    return () => clearTimeout(timer)
  }, [held, waiting, time])
  const Icon = icons[kind]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only holds its clock
    <div
      className={styles.toast}
      data-foot
      role={kind === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}>
      <Icon className="icon" aria-hidden="true" />
      <span className="grow">{message}</span>
      {action && (
        <button type="button" className={getButtonClasses({ size: 'small' })} onClick={action.run}>
          {action.label}
        </button>
      )}
      <IconButton className={styles.iconButton} label={close} onClick={onClose}>
        <X className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  )
}
