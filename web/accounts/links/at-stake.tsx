import { type FormEvent, useRef } from 'react'
import { reader, say } from '#contract/words.ts'
import { sharedWords } from '#web/platform/shared-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { AuthCard } from '#web/accounts/sessions/auth-card.tsx'
import { PasswordField } from '#web/accounts/registering/password-field.tsx'
import { useAct } from '#web/platform/use-act.ts'
import { accountWords } from '#web/accounts/words.ts'
import type { Opening } from './opening.ts'

const t = reader(accountWords)

interface AtStakeProps<T> {
  /** Uses the link up, with the password or without. */
  open: (opening: Opening) => Promise<T>
  onDone: (answer: T) => void
}

/** A password was chosen before the address was proven: typed again it stays, left out it ends. */
export function AtStake<T>({ open, onDone }: AtStakeProps<T>) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, waiting, said, run } = useAct({ form })
  const send = async (password: string | undefined) => {
    const wrong: Record<string, string> =
      password === '' ? { password: say(sharedWords['field.required'], { Name: t('login.password') }) } : {}
    const done = await run(() => open({ password, askFirst: false }), { wrong, leaves: true })
    if (done) onDone(done.answer)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(String(new FormData(event.currentTarget).get('password') ?? ''))
  }
  return (
    <AuthCard title={t('link.stake.title')}>
      <p className="muted">{t('link.stake.text')}</p>
      {said && <Note kind="error">{said}</Note>}
      <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
        <PasswordField label={t('login.password')} kept="current-password" error={errors['password']} />
        <Button type="submit" size="large" full loading={waiting}>
          {t('link.stake.keep')}
        </Button>
        <Button kind="secondary" size="large" full disabled={waiting} onClick={() => send(undefined)}>
          {t('link.stake.go')}
        </Button>
      </form>
    </AuthCard>
  )
}
