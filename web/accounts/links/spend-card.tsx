import { type ReactNode, useState } from 'react'
import { reader } from '#contract/words.ts'
import type { ApiError } from '#web/platform/api/api.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Loader } from '#web/ui/loader.tsx'
import { Note } from '#web/ui/note.tsx'
import { shellWords } from '#web/shell/words.ts'
import { AuthCard } from '#web/accounts/sessions/auth-card.tsx'
import { AtStake } from './at-stake.tsx'
import type { Opening } from './opening.ts'
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
  spend: (opening: Opening) => Promise<T>
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
  const [over, setOver] = useState<{ email: string | null } | null>(null)
  const [atStake, setAtStake] = useState(false)
  const seeEnd = ({ status, code, detail }: ApiError) => {
    if (code === 'password_at_stake') {
      setAtStake(true)
      return null
    }
    if (status !== 410) return undefined
    setOver({ email: (detail as { email?: string } | undefined)?.email ?? null })
    return null
  }
  const { waiting, said, run } = useAct({ says: seeEnd })
  const press = async () => {
    const done = await run(() => spend({ askFirst: true }), { leaves: true })
    if (done) onDone(done.answer)
  }
  if (over) return <AuthCard title={t('link.expired.title')}>{ended(over.email)}</AuthCard>
  if (atStake) return <AtStake open={spend} onDone={onDone} />
  return (
    <AuthCard title={title}>
      {children}
      {said && <Note kind="error">{said}</Note>}
      {waiting ? (
        <Loader message={t('link.checking')} slow={s('loader.slow')} />
      ) : (
        <Button size="large" full kind={danger ? 'danger' : 'primary'} onClick={press}>
          {said ? t('link.again') : act}
        </Button>
      )}
      {!waiting && wayOut}
    </AuthCard>
  )
}
