import { type ReactNode, useState } from 'react'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Loader } from '#web/ui/loader.tsx'
import { Note } from '#web/ui/note.tsx'
import { shellWords } from '#web/shell/words.ts'
import { AuthCard } from '#web/accounts/sessions/auth-card.tsx'
import { accountWords } from '#web/accounts/words.ts'

const t = reader(accountWords)
const s = reader(shellWords)

interface SpendCardProps<T> {
  title: string
  /** Said before the button. */
  children?: ReactNode
  act?: string
  /** A way out below the button. */
  wayOut?: ReactNode
  danger?: boolean
  /** Uses the link up: by a press, because mail scanners open links but press nothing. */
  spend: () => Promise<T>
  onDone: (answer: T) => void
  /** What is offered where the link has ended; the address that it was sent to, where that is known. */
  ended: (email: string | null) => ReactNode
}

/** A link of a mail: one button that uses it up, dabs meanwhile, and a card where it has ended. */
export function SpendCard<T>({
  title,
  children,
  act = t('link.open'),
  wayOut,
  danger,
  spend,
  onDone,
  ended,
}: SpendCardProps<T>) {
  const [state, setState] = useState<
    { at: 'open' | 'checking' } | { at: 'ended'; email: string | null } | { at: 'failed'; said: string }
  >({ at: 'open' })
  const press = async () => {
    setState({ at: 'checking' })
    try {
      onDone(await spend())
    } catch (error) {
      if (error instanceof ApiError && error.status === 410)
        setState({ at: 'ended', email: (error.detail as { email?: string } | undefined)?.email ?? null })
      else setState({ at: 'failed', said: error instanceof ApiError ? error.message : new ApiError(0, {}).message })
    }
  }
  if (state.at === 'ended') return <AuthCard title={t('link.expired.title')}>{ended(state.email)}</AuthCard>
  return (
    <AuthCard title={title}>
      {children}
      {state.at === 'failed' && <Note kind="error">{state.said}</Note>}
      {state.at === 'checking' ? (
        <Loader message={t('link.checking')} slow={s('loader.slow')} />
      ) : (
        <Button size="large" full kind={danger ? 'danger' : 'primary'} onClick={press}>
          {state.at === 'failed' ? t('link.again') : act}
        </Button>
      )}
      {state.at !== 'checking' && wayOut}
    </AuthCard>
  )
}
