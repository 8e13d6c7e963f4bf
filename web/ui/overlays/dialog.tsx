import { X } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { trapFocus } from './focus-trap.ts'
import styles from './dialog.module.css'

interface ModalProps {
  open: boolean
  onClose: () => void
  label: string
  className: string
  style?: CSSProperties
  children: ReactNode
}

/** The native modal dialog, which traps and restores focus and closes on Escape or backdrop. */
export function Modal({ open, onClose, label, className, style, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const modal = dialog.current
    if (!modal) return
    if (open && !modal.open) modal.showModal()
    if (!open && modal.open) modal.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className={className}
      style={style}
      onClose={onClose}
      onKeyDown={trapFocus}
      onClick={(event) => event.target === dialog.current && onClose()}>
      {open && children}
    </dialog>
  )
}

export const Dialog = ({ className, ...modal }: Omit<ModalProps, 'className'> & { className?: string }) => (
  <Modal {...modal} className={joinClasses(styles.modal, styles.dialog, className)} />
)

/** A bottom sheet on phones; from 1024 px a dropdown at the corner `under`. */
export function Popdown({
  title,
  close,
  under,
  children,
  ...modal
}: Omit<ModalProps, 'className' | 'label' | 'style'> & {
  title: string
  close: string
  under: { right: number; bottom: number }
}) {
  return (
    <Modal
      {...modal}
      label={title}
      className={joinClasses(styles.modal, styles.drawer, styles.popdown)}
      style={{ '--right': `${under.right}px`, '--bottom': `${under.bottom}px` } as CSSProperties}>
      <div className={styles.modalHead}>
        <p className="heading-3">{title}</p>
        <IconButton label={close} onClick={modal.onClose}>
          <X className="icon icon-large" aria-hidden="true" />
        </IconButton>
      </div>
      {children}
    </Modal>
  )
}

/** A drawer from the right, or a bottom sheet with `from="foot"`; it has its own close button. */
export function Drawer({
  from = 'right',
  title,
  close,
  children,
  ...modal
}: Omit<ModalProps, 'className' | 'label'> & { from?: 'right' | 'foot'; title: string; close: string }) {
  return (
    <Modal
      {...modal}
      label={title}
      className={joinClasses(styles.modal, from === 'right' ? styles.menu : styles.drawer)}>
      <div className={styles.modalHead}>
        <p className="heading-3">{title}</p>
        <IconButton label={close} onClick={modal.onClose}>
          <X className="icon icon-large" aria-hidden="true" />
        </IconButton>
      </div>
      {children}
    </Modal>
  )
}
