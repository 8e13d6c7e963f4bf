import { KeyRound, Smartphone } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { factors as calls } from '#contract/accounts/factors.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import accountsStyles from '#web/accounts/accounts.module.css'
import { formatLocalMoment } from '#web/accounts/sessions/local-moment.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { factorMessages, supportsPasskeys, createPasskey } from './factor-messages.ts'

const t = createTranslator(factorMessages)
export type FactorList = OutputOf<typeof calls.list>

export function OwnFactors({ factors, onKept }: { factors: FactorList; onKept: () => void }) {
  const { isPending, formError, run } = useForm()
  const [codes, setCodes] = useState<string[] | null>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [setup, setSetup] = useState<{ secret: string; link: string } | null>(null)
  const [refused, setRefused] = useState(false)
  const { factors: api } = browserApi()
  const gained = (recoveryCodes: string[] | null, done: string) => {
    showToast('success', done)
    setCodes(recoveryCodes)
    onKept()
  }
  const add = async () => {
    setRefused(false)
    const done = await run(
      async () => {
        const made = await createPasskey()
        return made && api.addPasskey({ ...made, name: t('own.factors.name.default') })
      },
      { name: 'add' },
    )
    if (done?.answer) gained(done.answer.recoveryCodes, t('own.factors.added'))
    else if (done) setRefused(true)
  }
  const rename = async (event: FormEvent<HTMLFormElement>, passkeyId: string) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '')
    if (!(await run(() => api.namePasskey({ passkeyId, name }), { name: passkeyId }))) return
    setRenaming(null)
    onKept()
  }
  const remove = async (as: string, name: string, work: () => Promise<unknown>) => {
    if (!(await run(work, { name: as }))) return
    showToast('success', t('own.factors.removed', { name }))
    onKept()
  }
  const startTotp = async () => {
    const done = await run(() => api.startTotp({}), { name: 'totp' })
    if (done) setSetup(done.answer)
  }
  const renew = async () => {
    const done = await run(() => api.renewRecoveryCodes({}), { name: 'codes' })
    if (!done) return
    setCodes(done.answer.recoveryCodes)
    onKept()
  }
  const any = factors.passkeys.length > 0 || factors.totp
  return (
    <>
      <p className="muted">{t('own.factors.text')}</p>
      {formError && <Note kind="error">{formError}</Note>}
      {refused && <Note kind="error">{t('passkey.failed')}</Note>}
      {any && (
        <ul className={accountsStyles.ownList}>
          {factors.passkeys.map(({ id, name, usedAt }) => (
            <li key={id} className="row wrapping">
              <KeyRound className="icon" aria-hidden="true" />
              {renaming === id ? (
                <form className="row wrapping grow" noValidate onSubmit={(event) => rename(event, id)}>
                  <TextField label={t('own.factors.name')} name="name" defaultValue={name} maxLength={60} />
                  <Button type="submit" kind="secondary" size="small" loading={isPending(id)}>
                    {t('own.factors.save')}
                  </Button>
                </form>
              ) : (
                <>
                  <div className="grow">
                    <p className="bold">{name}</p>
                    <p className="small muted">
                      {usedAt
                        ? t('own.factors.used', { dateTime: formatLocalMoment(usedAt) })
                        : t('own.factors.unused')}
                    </p>
                  </div>
                  <Button
                    kind="quiet"
                    size="small"
                    aria-label={t('own.factors.rename', { name })}
                    onClick={() => setRenaming(id)}>
                    {t('own.factors.rename.act')}
                  </Button>
                  <Button
                    kind="quiet"
                    size="small"
                    loading={isPending(id)}
                    aria-label={t('own.factors.remove', { name })}
                    onClick={() => remove(id, name, () => api.removePasskey({ passkeyId: id }))}>
                    {t('own.factors.remove.act')}
                  </Button>
                </>
              )}
            </li>
          ))}
          {factors.totp && (
            <li className="row wrapping">
              <Smartphone className="icon" aria-hidden="true" />
              <p className="bold grow">{t('own.totp.name')}</p>
              <Button
                kind="quiet"
                size="small"
                loading={isPending('totp')}
                aria-label={t('own.factors.remove', { name: t('own.totp.name') })}
                onClick={() => remove('totp', t('own.totp.name'), () => api.removeTotp({}))}>
                {t('own.factors.remove.act')}
              </Button>
            </li>
          )}
        </ul>
      )}
      {any && <p className="small muted">{t('own.recovery.left', { n: factors.recoveryCodes })}</p>}
      {setup && !factors.totp ? (
        <TotpSetup
          {...setup}
          onDone={(recoveryCodes) => {
            setSetup(null)
            gained(recoveryCodes, t('own.totp.added'))
          }}
        />
      ) : (
        <div className="row wrapping">
          {supportsPasskeys() ? (
            <Button kind="secondary" loading={isPending('add')} onClick={add}>
              {t('own.factors.add')}
            </Button>
          ) : (
            <p className="small muted">{t('passkey.none')}</p>
          )}
          {!factors.totp && (
            <Button kind="quiet" loading={isPending('totp')} onClick={startTotp}>
              {t('own.totp.add')}
            </Button>
          )}
          {any && (
            <Button kind="quiet" loading={isPending('codes')} onClick={renew}>
              {t('own.recovery.renew')}
            </Button>
          )}
        </div>
      )}
      <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
    </>
  )
}

function TotpSetup({
  secret,
  link,
  onDone,
}: {
  secret: string
  link: string
  onDone: (recoveryCodes: string[] | null) => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, pending, formError, run } = useForm({ form })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    const done = await run(() => browserApi().factors.confirmTotp({ code }))
    if (done) onDone(done.answer.recoveryCodes)
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      <p className="muted">{t('own.totp.text')}</p>
      <p>
        <a className="link" href={link}>
          {t('own.totp.open')}
        </a>
      </p>
      <p>
        {t('own.totp.key')}: <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      {formError && <Note kind="error">{formError}</Note>}
      <TextField
        label={t('own.totp.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        error={errors['code']}
      />
      <div>
        <Button type="submit" kind="secondary" loading={pending}>
          {t('own.totp.confirm')}
        </Button>
      </div>
    </form>
  )
}

/** New codes, shown once until confirmed. */
function RecoveryCodes({ codes, onKept }: { codes: readonly string[] | null; onKept: () => void }) {
  return (
    <Dialog open={codes !== null} onClose={onKept} label={t('own.recovery.title')}>
      <h2 className="heading-3">{t('own.recovery.title')}</h2>
      <p className="muted">{t('own.recovery.text')}</p>
      <ol className="stack gap-4">
        {codes?.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Button full onClick={onKept}>
        {t('own.recovery.kept')}
      </Button>
    </Dialog>
  )
}
