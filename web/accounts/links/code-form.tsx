import { type FormEvent, useRef } from 'react'
import { Link } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { openHere } from '#web/platform/api/open-here.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { validateCode } from '#web/accounts/registering/check-fields.ts'
import { useEnter } from '#web/accounts/sessions/use-enter.ts'
import { useForm } from '#web/platform/use-form.ts'
import { accountMessages } from '#web/accounts/messages.ts'

const t = createTranslator(accountMessages)

/** 'Look in your mail': the link was sent; its code can be typed here. */
export function LookInYourMail({ email, onOther }: { email: string; onOther?: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, pending, run, formError } = useForm({ form })
  const enter = useEnter()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    const done = await run(() => openHere((as) => browserApi().accounts.redeemCode({ email, code }, as)), {
      errors: validateCode(code),
    })
    if (done) enter(done.answer)
  }
  return (
    <>
      <p className="muted">{t('login.link.sent.text', { email })}</p>
      {formError && <Note kind="error">{formError}</Note>}
      <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
        <TextField
          label={t('login.code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          error={errors['code']}
        />
        <Button type="submit" size="large" full loading={pending}>
          {t('login.code.submit')}
        </Button>
      </form>
      <p className="small">
        {onOther ? (
          <button type="button" className="link tap-target" onClick={onOther}>
            {t('login.other')}
          </button>
        ) : (
          <Link className="link tap-target" to="/login">
            {t('login.other')}
          </Link>
        )}
      </p>
    </>
  )
}
