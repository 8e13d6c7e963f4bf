import { type ReactNode, useEffect, useRef } from 'react'
import { Popup } from '#web/ui/overlays/popup.tsx'
import '#web/ui/styles/accounts.css'

/** One card in the middle of a page; a new title takes the focus, so that it is read. */
export function AuthCard({
  title,
  children,
  fault,
  onFaultClosed,
}: {
  title: string
  children: ReactNode
  fault?: string
  onFaultClosed?: () => void
}) {
  return (
    <main id="main" tabIndex={-1} className="wrap login one">
      <div className="cardx p32 stack s24 login-card">
        <CardTitle>{title}</CardTitle>
        {children}
      </div>
      {fault && (
        <Popup kind="error" open onClose={() => onFaultClosed?.()}>
          {fault}
        </Popup>
      )}
    </main>
  )
}

/** The title of a card; when it changes it takes the focus. */
export function CardTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  const said = useRef(children)
  useEffect(() => {
    if (said.current === children) return
    said.current = children
    title.current?.focus()
  }, [children])
  return (
    <h1 className="d1" ref={title} tabIndex={-1}>
      {children}
    </h1>
  )
}
