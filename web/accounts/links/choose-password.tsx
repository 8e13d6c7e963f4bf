import { type FormEvent, useRef } from 'react'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import type { ApiError } from '#web/platform/api/api.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { validateNewPassword } from '#web/accounts/registering/check-fields.ts'
import { PasswordField } from '#web/accounts/registering/password-field.tsx'
import { accountMessages } from '#web/accounts/messages.ts'

const t = createTranslator(accountMessages)

interface ChoosePasswordProps {
  /** Token of a mail, or of a link that invalidated the old password. */
  token: string
  onDone: (answer: SignedIn) => void
  onEnded: () => void
}

export function ChoosePassword({ token, onDone, onEnded }: ChoosePasswordProps) {
  const form = useRef<HTMLFormElement>(null)
  const seeEnd = ({ status }: ApiError) => {
    if (status !== 410) return undefined
    onEnded()
    return null
  }
  const { errors, pending, run, formError } = useForm({ form, refusals: seeEnd })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    const done = await run(() => browserApi().accounts.resetPassword({ token, password }, { auth: false }), {
      errors: validateNewPassword(password),
    })
    if (done) onDone(done.answer)
  }
  return (
    <>
      {formError && <Note kind="error">{formError}</Note>}
      <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
        <PasswordField
          label={t('login.password')}
          kept="new-password"
          hint={t('reset.hint')}
          error={errors['password']}
        />
        <Button type="submit" size="large" full loading={pending}>
          {t('reset.submit')}
        </Button>
      </form>
    </>
  )
}
