import { Ellipsis } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { getButtonClasses, IconButton } from '#web/ui/button.tsx'
import styles from './more-acts.module.css'

/** Menu of secondary actions; closes after a choice, on Escape and on outside presses. */
export function MoreActs({ label, dots = false, children }: { label: string; dots?: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const around = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (!around.current?.contains(event.target as Node)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      around.current?.querySelector('button')?.focus()
    }
    addEventListener('pointerdown', outside)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('pointerdown', outside)
      removeEventListener('keydown', onKey)
    }
  }, [open])
  return (
    <div className={styles.around} ref={around}>
      {dots ? (
        <IconButton label={label} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <Ellipsis className="icon" aria-hidden="true" />
        </IconButton>
      ) : (
        <button
          type="button"
          className={getButtonClasses({ kind: 'secondary', size: 'small' })}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}>
          <Ellipsis className="icon" aria-hidden="true" />
          {label}
        </button>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the acts inside take the keys; what bubbles up closes */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same */}
      <div id={id} className={styles.acts} hidden={!open} onClick={() => setOpen(false)}>
        {children}
      </div>
    </div>
  )
}
