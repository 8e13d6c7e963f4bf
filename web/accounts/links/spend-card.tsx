import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { accounts } from '#contract/accounts/accounts.ts'
import type { SentTo } from '#contract/endpoint.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { PasswordField } from '#web/accounts/registering/password-field.tsx'
import { AuthCard } from '#web/accounts/sessions/auth-card.tsx'
import { accountMessages } from '#web/accounts/messages.ts'
import type { ApiError } from '#web/platform/api/api.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { useForm } from '#web/platform/use-form.ts'
import { shellMessages } from '#web/shell/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Loader } from '#web/ui/loader.tsx'
import { Note } from '#web/ui/note.tsx'

const t = createTranslator(accountMessages)
const s = createTranslator(shellMessages)

interface SpendCardProps<T> {
  title: string
  children?: ReactNode
  act?: string
  wayOut?: ReactNode
  danger?: boolean
  /** Uses the link, on a press only, because mail scanners open links. */
  spend: (opening: Opening) => Promise<T>
  onDone: (answer: T) => void
  /** Renders the options for an expired link, with its address if known. */
  ended: (email: string | null) => ReactNode
}

/** A mail link: a button that uses it, a pending state, and a card if it has expired. */
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
  const { pending, formError, run } = useForm({ refusals: seeEnd })
  const press = async () => {
    const done = await run(() => spend({ askFirst: true }), { staysPending: true })
    if (done) onDone(done.answer)
  }
  if (over) return <AuthCard title={t('link.expired.title')}>{ended(over.email)}</AuthCard>
  if (atStake) return <AtStake open={spend} onDone={onDone} />
  return (
    <AuthCard title={title}>
      {children}
      {formError && <Note kind="error">{formError}</Note>}
      {pending ? (
        <Loader message={t('link.checking')} slow={s('loader.slow')} />
      ) : (
        <Button size="large" full kind={danger ? 'danger' : 'primary'} onClick={press}>
          {formError ? t('link.again') : act}
        </Button>
      )}
      {!pending && wayOut}
    </AuthCard>
  )
}

interface AtStakeProps<T> {
  open: (opening: Opening) => Promise<T>
  onDone: (answer: T) => void
}

/** The password was set before the address was verified: typed again it stays, otherwise it is invalidated. */
export function AtStake<T>({ open, onDone }: AtStakeProps<T>) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, pending, formError, run } = useForm({ form })
  const send = async (password: string | undefined) => {
    const wrong: Record<string, string> =
      password === ''
        ? { password: formatMessage(sharedMessages['field.required'], { Name: t('login.password') }) }
        : {}
    const done = await run(() => open({ password, askFirst: false }), { errors: wrong, staysPending: true })
    if (done) onDone(done.answer)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(String(new FormData(event.currentTarget).get('password') ?? ''))
  }
  return (
    <AuthCard title={t('link.stake.title')}>
      <p className="muted">{t('link.stake.text')}</p>
      {formError && <Note kind="error">{formError}</Note>}
      <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
        <PasswordField label={t('login.password')} kept="current-password" error={errors['password']} />
        <Button type="submit" size="large" full loading={pending}>
          {t('link.stake.keep')}
        </Button>
        <Button kind="secondary" size="large" full disabled={pending} onClick={() => send(undefined)}>
          {t('link.stake.go')}
        </Button>
      </form>
    </AuthCard>
  )
}

/** Input beside a link's token: whether to ask before a password is invalidated, and that password. */
export type Opening = Omit<SentTo<typeof accounts.redeemMagicLink>, 'token'>
