import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Person } from '#contract/operator/people.ts'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import { MobileField, readMobile } from '#web/accounts/registering/mobile-field.tsx'
import { type Confirmation, ReasonField, validateReason } from '#web/operator/use-confirmation.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FoldedCard } from '#web/ui/titled-page.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'

const contactMessages = defineMessages({
  'contact.title': 'Email, phone and login',
  'contact.email': 'Change email',
  'contact.mobile': 'Change phone',
  'contact.operator': 'Operators change their own email and phone number on their account page.',
  'contact.email.title': "Change {name}'s email?",
  'contact.mobile.title': "Change {name}'s phone number?",
  'contact.email.text':
    'We email a code to the new address. The person reads it to you, and then the address changes. The old address is notified.',
  'contact.mobile.text':
    'We text a code to the new number. The person reads it to you, and then the number changes. They are notified by email.',
  'contact.email.new': 'New email address',
  'contact.email.error': 'Enter an email address.',
  'contact.mobile.error': 'Enter a mobile number.',
  'contact.send': 'Send code',
  'contact.again': 'Send a new code',
  'contact.sent': 'Code sent to {to}. Ask the person to read it to you.',
  'contact.code': 'Code',
  'contact.code.hint': 'Six digits',
  'contact.code.error': 'Enter the six digits.',
  'contact.close': 'Close',
  'contact.email.saved': 'Email changed.',
  'contact.mobile.saved': 'Phone number changed.',
  'contact.reset': 'Reset second step',
  'contact.reset.title': "Reset {name}'s second step?",
  'contact.reset.text':
    'Another operator must approve this. Then the person is notified and has 24 hours to stop it. After that, their passkeys, authenticator app and recovery codes are removed.',
  'contact.reset.act': 'Ask for approval',
  'contact.reset.none': 'No second step is set up.',
})

const t = createTranslator(contactMessages)

type What = 'email' | 'mobile'

interface ContactCardProps {
  person: Person
  hasSecondFactor: boolean
  confirm: (confirmation: Confirmation) => void
}

/** Changes a person's address or number with a code that they read out, and resets a lost second factor. */
export function ContactCard({ person, hasSecondFactor, confirm }: ContactCardProps) {
  const [open, setOpen] = useState<What | null>(null)
  const close = () => setOpen(null)
  const reset = (): Confirmation => ({
    title: t('contact.reset.title', { name: person.name }),
    text: t('contact.reset.text'),
    act: t('contact.reset.act'),
    danger: true,
    run: (reason) => browserApi().operatorPeople.resetFactors({ accountId: person.id, reason }),
  })
  return (
    <FoldedCard title={t('contact.title')} note={person.email}>
      {person.roles.includes('operator') ? (
        <p className="small muted">{t('contact.operator')}</p>
      ) : (
        <div className="row gap-8 wrapping">
          <Button kind="secondary" size="small" onClick={() => setOpen('email')}>
            {t('contact.email')}
          </Button>
          <Button kind="secondary" size="small" onClick={() => setOpen('mobile')}>
            {t('contact.mobile')}
          </Button>
        </div>
      )}
      {hasSecondFactor ? (
        <div>
          <Button kind="secondary" size="small" onClick={() => confirm(reset())}>
            {t('contact.reset')}
          </Button>
        </div>
      ) : (
        <p className="small muted">{t('contact.reset.none')}</p>
      )}
      {(['email', 'mobile'] as const).map((what) => (
        <Dialog
          key={what}
          open={open === what}
          onClose={close}
          label={t(`contact.${what}.title`, { name: person.name })}>
          <ContactForm person={person} what={what} onClose={close} />
        </Dialog>
      ))}
    </FoldedCard>
  )
}

type Asked = { email: string } | { mobile: string; country: ReturnType<typeof readMobile>['country'] }

/** Two steps: the new address or number and a reason, then the code. */
function ContactForm({ person, what, onClose }: { person: Person; what: What; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const { errors, formError, isPending, run } = useForm({ form })
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const of = { accountId: person.id, reason: reason.trim() }
  const api = browserApi().operatorPeople
  const send = async (to: Asked) => {
    const wrong = {
      ...validateReason(reason),
      ...('email' in to && !to.email ? { email: t('contact.email.error') } : {}),
      ...('mobile' in to && !to.mobile ? { mobile: t('contact.mobile.error') } : {}),
    }
    const done = await run(
      () => ('email' in to ? api.sendEmailCode({ ...of, ...to }) : api.sendMobileCode({ ...of, ...to })),
      { errors: wrong, name: 'send' },
    )
    if (done) setAsked(to)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    if (!asked) return send(what === 'email' ? { email: String(typed.get('email') ?? '').trim() } : readMobile(typed))
    const code = String(typed.get('code') ?? '').trim()
    const done = await run(
      () =>
        'email' in asked ? api.changeEmail({ ...of, ...asked, code }) : api.changeMobile({ ...of, ...asked, code }),
      { errors: /^\d{6}$/.test(code) ? {} : { code: t('contact.code.error') }, name: 'save' },
    )
    if (!done) return
    showToast('success', t(`contact.${what}.saved`))
    onClose()
    await revalidate()
  }
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <h2 className="heading-3">{t(`contact.${what}.title`, { name: person.name })}</h2>
      {asked ? (
        <Note kind="info">{t('contact.sent', { to: 'email' in asked ? asked.email : asked.mobile })}</Note>
      ) : (
        <p className="muted">{t(`contact.${what}.text`)}</p>
      )}
      {formError && <Note kind="error">{formError}</Note>}
      {asked ? (
        <>
          <TextField
            label={t('contact.code')}
            hint={t('contact.code.hint')}
            name="code"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            error={errors['code']}
          />
          <div>
            <Button kind="quiet" size="small" loading={isPending('send')} onClick={() => send(asked)}>
              {t('contact.again')}
            </Button>
          </div>
        </>
      ) : (
        <>
          {what === 'email' ? (
            <TextField
              label={t('contact.email.new')}
              name="email"
              type="email"
              autoComplete="off"
              maxLength={254}
              error={errors['email']}
            />
          ) : (
            <MobileField isRequired error={errors['mobile']} />
          )}
          <ReasonField value={reason} error={errors['reason']} onChange={setReason} />
        </>
      )}
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={onClose}>
          {t('contact.close')}
        </Button>
        <Button type="submit" loading={isPending(asked ? 'save' : 'send')}>
          {t(asked ? `contact.${what}` : 'contact.send')}
        </Button>
      </div>
    </form>
  )
}
