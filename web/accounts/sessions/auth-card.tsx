import { type ReactNode, useEffect, useRef } from 'react'
import { type ActionFunctionArgs, data } from 'react-router'
import accountsStyles from '#web/accounts/accounts.module.css'
import { joinClasses } from '#web/ui/class-names.ts'
import { Popup } from '#web/ui/overlays/popup.tsx'

/** A centred card; a new title gets focus, so that screen readers announce it. */
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
    <main id="main" tabIndex={-1} className={joinClasses('page-width', accountsStyles.login, accountsStyles.single)}>
      <div className={joinClasses('card pad-32 stack gap-24', accountsStyles.loginCard)}>
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

/** Title of a card; gets focus when it changes. */
export function CardTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  const said = useRef(children)
  useEffect(() => {
    if (said.current === children) return
    said.current = children
    title.current?.focus()
  }, [children])
  return (
    <h1 className="heading-1" ref={title} tabIndex={-1}>
      {children}
    </h1>
  )
}

const mostLetters = 320

/**
 * Handles a form submitted before hydration or without script: renders typed values again, except passwords, with a
 * hint.
 */
export async function handleEarlySubmit({ request }: ActionFunctionArgs) {
  const sent = await request.formData()
  const typed = (name: string) => String(sent.get(name) ?? '').slice(0, mostLetters)
  return data({ email: typed('email'), name: typed('name') }, { status: 422 })
}
