import { type FormEvent, useRef } from 'react'
import type { OwnAccount } from '#contract/accounts/account.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { newPasswordErrors } from '#web/accounts/registering/check-fields.ts'
import { ownWords } from './own-words.ts'
import { PasswordField } from '#web/accounts/registering/password-field.tsx'
import { useAct } from '#web/platform/use-act.ts'

const t = reader(ownWords)

/** A new password beside the old one, or a first one. */
export function OwnPassword({ own, still, onKept }: { own: OwnAccount; still: boolean; onKept: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, waiting, run, said } = useAct({ form })
  if (still) return <p className="muted">{t('own.acting')}</p>
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const [current, password] = [String(typed.get('current') ?? ''), String(typed.get('password') ?? '')]
    const done = await run(() => browserApi().account.changePassword({ current, password }), {
      wrong: newPasswordErrors(password),
    })
    if (!done) return
    form.current?.reset()
    toast('success', t('toast.password.changed'))
    onKept()
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      {said && <Note kind="error">{said}</Note>}
      {/* A password manager ties the new password to the address beside it. */}
      <input type="text" name="username" autoComplete="username" defaultValue={own.user.email} hidden readOnly />
      {own.hasPassword ? (
        <PasswordField
          label={t('own.password.current')}
          name="current"
          kept="current-password"
          error={errors['current']}
        />
      ) : (
        <p className="muted">{t('own.password.none')}</p>
      )}
      <PasswordField
        label={t('own.password.new')}
        kept="new-password"
        hint={t('own.password.hint')}
        error={errors['password']}
      />
      <div>
        <Button type="submit" kind="secondary" loading={waiting}>
          {t('own.password.submit')}
        </Button>
      </div>
    </form>
  )
}
