import { formatMessage } from '#contract/i18n/messages.ts'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from './dialog.tsx'
import { pageMessages } from '#web/platform/page-messages.ts'
import dialogStyles from './dialog.module.css'

const titles = { error: pageMessages['popup.error'], success: pageMessages['popup.success'] }

export function Popup({
  kind,
  open,
  onClose,
  children,
}: {
  kind: keyof typeof titles
  open: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog open={open} onClose={onClose} label={formatMessage(titles[kind])}>
      <h2 className="heading-3">{formatMessage(titles[kind])}</h2>
      <p className="muted" role={kind === 'error' ? 'alert' : 'status'}>
        {children}
      </p>
      <div className={dialogStyles.modalFoot}>
        <Button onClick={onClose}>{formatMessage(pageMessages['word.close'])}</Button>
      </div>
    </Dialog>
  )
}

export function Confirm({
  open,
  title,
  children,
  act,
  wayOut,
  danger,
  onAct,
  onClose,
}: {
  open: boolean
  title: string
  children: ReactNode
  act: string
  wayOut: string
  danger?: boolean
  onAct: () => void
  onClose: () => void
}) {
  return (
    <Dialog open={open} onClose={onClose} label={title}>
      <h2 className="heading-3">{title}</h2>
      <p className="muted">{children}</p>
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={onClose}>
          {wayOut}
        </Button>
        <Button kind={danger ? 'danger' : 'primary'} onClick={onAct}>
          {act}
        </Button>
      </div>
    </Dialog>
  )
}
