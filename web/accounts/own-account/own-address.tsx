import { BadgeCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { AccountDetails } from '#contract/accounts/account.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { validateCode, validateEmail } from '#web/accounts/registering/check-fields.ts'
import { accountPageMessages } from './account-page-messages.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Badge } from '#web/ui/badge.tsx'

const t = createTranslator(accountPageMessages)

interface Props {
  own: AccountDetails
  still: boolean
  onKept: () => void
}

export function OwnAddress({ own, still, onKept }: Props) {
  const { user, emailVerified, pendingEmail } = own
  return (
    <>
      <div className="row space-between wrapping gap-8">
        <span className="break-anywhere">{user.email}</span>
        {emailVerified ? (
          <Badge look="jadeSoft">
            <BadgeCheck className="icon icon-small" aria-hidden="true" />
            {t('own.email.verified')}
          </Badge>
        ) : (
          <Badge look="info">{t('own.email.unverified')}</Badge>
        )}
      </div>
      {pendingEmail && <Note kind="info">{t('own.email.pending', { email: pendingEmail, oldEmail: user.email })}</Note>}
      {(pendingEmail || !emailVerified) && !still && <Prove own={own} onKept={onKept} />}
      {!still && <ChangeAddress onKept={onKept} />}
    </>
  )
}

function Prove({ own, onKept }: Omit<Props, 'still'>) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, isPending, run, formError } = useForm({ form })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    const done = await run(() => browserApi().account.verifyCode({ code }), {
      errors: validateCode(code),
      name: 'prove',
    })
    if (!done) return
    showToast('success', t('own.email.verified.done'))
    onKept()
  }
  const resend = async () => {
    const done = await run(() => browserApi().account.sendVerification({}), { name: 'resend' })
    if (done) showToast('success', t('own.email.resent', { email: own.user.email }))
  }
  return (
    <form ref={form} className="stack gap-12" method="post" noValidate onSubmit={submit}>
      {formError && <Note kind="error">{formError}</Note>}
      <TextField
        label={t('own.email.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        error={errors['code']}
      />
      <div className="row gap-8 wrapping">
        <Button type="submit" kind="secondary" loading={isPending('prove')}>
          {t('own.email.code.submit')}
        </Button>
        {!own.pendingEmail && (
          <Button kind="quiet" loading={isPending('resend')} onClick={resend}>
            {t('own.email.resend')}
          </Button>
        )}
      </div>
    </form>
  )
}

function ChangeAddress({ onKept }: Pick<Props, 'onKept'>) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, pending, run, clearErrors, formError } = useForm({ form })
  const [asked, setAsked] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    const done = await run(async () => email, { errors: validateEmail(email) })
    if (done) setAsked(email)
  }
  const act = async () => {
    const email = asked ?? ''
    setAsked(null)
    const done = await run(() => browserApi().account.changeEmail({ email }))
    if (!done) return
    form.current?.reset()
    clearErrors()
    onKept()
  }
  return (
    <form ref={form} className="stack gap-12" method="post" noValidate onSubmit={submit}>
      {formError && <Note kind="error">{formError}</Note>}
      <TextField
        label={t('own.email.new')}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        error={errors['email']}
      />
      <div>
        <Button type="submit" kind="secondary" loading={pending}>
          {t('own.email.change')}
        </Button>
      </div>
      <Confirm
        open={asked !== null}
        title={t('confirm.email.change', { email: asked ?? '' })}
        act={t('confirm.email.change.act')}
        wayOut={t('confirm.back')}
        onAct={act}
        onClose={() => setAsked(null)}>
        {t('confirm.email.change.text')}
      </Confirm>
    </form>
  )
}
