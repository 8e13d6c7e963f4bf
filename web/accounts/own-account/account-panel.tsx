import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Device, AccountDetails } from '#contract/accounts/account.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { OwnFactors, type FactorList } from '#web/accounts/factors/own-factors.tsx'
import { validateName, validateNewPassword } from '#web/accounts/registering/check-fields.ts'
import { MobileField, readMobile } from '#web/accounts/registering/mobile-field.tsx'
import { PasswordField } from '#web/accounts/registering/password-field.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { getActingUser, saveUser } from '#web/platform/session.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'
import { updateSlice } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { setUser } from '#web/platform/store/slices.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './account-panel.module.css'
import { OwnAddress } from './own-address.tsx'
import { OwnData } from './own-data.tsx'
import { OwnDevices } from './own-devices.tsx'
import { OwnNotices } from './own-notices.tsx'
import { accountPageMessages } from './account-page-messages.ts'

const t = createTranslator(accountPageMessages)

const noFactors: FactorList = { passkeys: [], totp: false, recoveryCodes: 0 }

/** Loads the account page's data for either dashboard. */
export async function loadOwnAccount() {
  const { account, factors: api } = browserApi()
  const [own, devices, factors] = await Promise.all([
    account.show({}),
    account.sessions({}),
    getActingUser(sessionStore) ? noFactors : api.list({}),
  ])
  return { own, devices, factors }
}

export function AccountPanel({
  own,
  devices,
  factors,
}: {
  own: AccountDetails
  devices: readonly Device[]
  factors: FactorList
}) {
  const { revalidate } = useRevalidator()
  useShownPart()
  const acting = getActingUser(sessionStore) !== null
  return (
    <div className={styles.panels}>
      {acting && (
        <Note className={styles.note} kind="info">
          {t('own.acting')}
        </Note>
      )}
      <div className="stack gap-24">
        <OwnCard id="details" title={t('customerDashboard.details')}>
          <OwnDetails own={own} onKept={revalidate} />
          {own.mobile && !own.mobileProven && (
            <OwnNumber key={own.mobile.text} mobile={own.mobile} still={acting} onKept={revalidate} />
          )}
        </OwnCard>
        <OwnCard id="email" title={t('customerDashboard.details.email')}>
          <OwnAddress own={own} still={acting} onKept={revalidate} />
        </OwnCard>
        <OwnCard id="password" title={t('customerDashboard.details.password')}>
          <OwnPassword own={own} still={acting} onKept={revalidate} />
        </OwnCard>
        {!acting && (
          <OwnCard id="factors" title={t('customerDashboard.details.factors')}>
            <OwnFactors factors={factors} onKept={revalidate} />
          </OwnCard>
        )}
        <OwnCard id="sessions" title={t('customerDashboard.details.sessions')}>
          <OwnDevices devices={devices} still={acting} onKept={revalidate} />
        </OwnCard>
      </div>
      <div className="stack gap-24">
        <OwnCard id="notices" title={t('customerDashboard.details.notices')}>
          <OwnNotices own={own} />
        </OwnCard>
        <OwnCard id="export" title={t('customerDashboard.details.export')}>
          <OwnData own={own} still={acting} onKept={revalidate} />
        </OwnCard>
      </div>
    </div>
  )
}

function OwnCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section id={id} className={joinClasses('card pad-24 stack', styles.ownCard)} aria-labelledby={heading}>
      <h2 className="heading-3" id={heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}

// The cards render late, so the browser's own anchor scrolling fails.
function useShownPart() {
  useEffect(() => {
    const part = location.hash ? document.getElementById(location.hash.slice(1)) : null
    part?.scrollIntoView({ block: 'start' })
  }, [])
}

function OwnPassword({ own, still, onKept }: { own: AccountDetails; still: boolean; onKept: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, pending, run, formError } = useForm({ form })
  if (still) return <p className="muted">{t('own.acting')}</p>
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const [current, password] = [String(typed.get('current') ?? ''), String(typed.get('password') ?? '')]
    const done = await run(() => browserApi().account.changePassword({ current, password }), {
      errors: validateNewPassword(password),
    })
    if (!done) return
    form.current?.reset()
    showToast('success', t('toast.password.changed'))
    onKept()
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      {formError && <Note kind="error">{formError}</Note>}
      {/* A password manager connects the new password to this address. */}
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
        <Button type="submit" kind="secondary" loading={pending}>
          {t('own.password.submit')}
        </Button>
      </div>
    </form>
  )
}

function OwnDetails({ own, onKept }: { own: AccountDetails; onKept: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, pending, run, formError } = useForm({ form })
  const store = useClientStore()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const name = String(typed.get('name') ?? '')
    const done = await run(() => browserApi().account.change({ name, ...readMobile(typed) }), {
      errors: validateName(name),
    })
    if (!done) return
    const { roles: _, ...user } = done.answer.user
    saveUser(localStore, user)
    updateSlice(store, 'user', setUser, user)
    showToast('success', t('own.saved'))
    onKept()
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      {formError && <Note kind="error">{formError}</Note>}
      <TextField
        label={t('customerDashboard.details.name')}
        name="name"
        autoComplete="name"
        maxLength={120}
        defaultValue={own.user.name}
        error={errors['name']}
      />
      <MobileField
        value={own.mobile?.text ?? ''}
        country={own.mobile?.country ?? own.country ?? undefined}
        error={errors['mobile']}
      />
      <div>
        <Button type="submit" loading={pending}>
          {t('own.save')}
        </Button>
      </div>
    </form>
  )
}

/** Verifies the saved number by a code in a text message. */
function OwnNumber({
  mobile,
  still,
  onKept,
}: {
  mobile: NonNullable<AccountDetails['mobile']>
  still: boolean
  onKept: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, isPending, run, formError } = useForm({ form })
  const [sent, setSent] = useState(false)
  const send = async () => {
    if (await run(() => browserApi().account.sendNumberCode({}), { name: 'send' })) setSent(true)
  }
  const prove = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (!(await run(() => browserApi().account.proveNumber({ code }), { name: 'prove' }))) return
    showToast('success', t('own.number.proven'))
    onKept()
  }
  return (
    <form ref={form} className="stack gap-12" method="post" noValidate onSubmit={prove}>
      {formError && <Note kind="error">{formError}</Note>}
      <p className="small muted">{t(sent ? 'own.number.sent' : 'own.number.prove', { mobile: mobile.text })}</p>
      {sent && (
        <TextField
          label={t('own.number.code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          error={errors['code']}
          required
        />
      )}
      <div className="row gap-8 wrapping">
        {sent && (
          <Button type="submit" loading={isPending('prove')}>
            {t('own.number.act')}
          </Button>
        )}
        <Button kind="secondary" disabled={still} loading={isPending('send')} onClick={send}>
          {t(sent ? 'own.number.again' : 'own.number.send')}
        </Button>
      </div>
    </form>
  )
}
