import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ProofWay } from '#contract/accounts/factors.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { PasswordField } from '#web/accounts/registering/password-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { factorMessages, signWithPasskey } from './factor-messages.ts'

const t = createTranslator(factorMessages)
const fields = { totp: 'totp', recovery: 'recovery', mail: 'code' } as const

export function ProofForm({ onProven, onBack }: { onProven: () => void; onBack?: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, isPending, formError, run } = useForm({ form })
  const [known, setKnown] = useState<{ ways: ProofWay[]; email: string } | null>(null)
  const [way, setWay] = useState<ProofWay | null>(null)
  const [mailed, setMailed] = useState(false)
  const [refused, setRefused] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, as the form opens
  useEffect(() => {
    void run(() => browserApi().factors.proofWays({}), { name: 'ways' }).then((done) => {
      if (!done) return
      setKnown(done.answer)
      setWay(done.answer.ways[0] ?? null)
    })
  }, [])
  const prove = async (shown: Parameters<ReturnType<typeof browserApi>['factors']['prove']>[0]) => {
    if (await run(() => browserApi().factors.prove(shown), { name: 'prove' })) onProven()
  }
  const byPasskey = async () => {
    setRefused(false)
    const signed = await signWithPasskey().catch(() => null)
    if (signed) await prove({ passkey: signed })
    else setRefused(true)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!way || way === 'passkey') return
    const name = way === 'password' ? 'password' : fields[way]
    void prove({ [name]: String(new FormData(event.currentTarget).get(name) ?? '') })
  }
  const mail = async () => {
    if (await run(() => browserApi().factors.mailProofCode({}), { name: 'mail' })) setMailed(true)
  }
  const others = (known?.ways ?? []).filter((other) => other !== way)
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      {formError && <Note kind="error">{formError}</Note>}
      {refused && <Note kind="error">{t('passkey.failed')}</Note>}
      {way === 'password' && (
        <PasswordField label={t('proof.password')} kept="current-password" error={errors['password']} />
      )}
      {way === 'totp' && (
        <TextField
          label={t('proof.totp')}
          name="totp"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          error={errors['totp']}
        />
      )}
      {way === 'recovery' && (
        <TextField label={t('proof.recovery')} name="recovery" autoComplete="off" error={errors['recovery']} />
      )}
      {way === 'mail' && mailed && (
        <TextField
          label={t('proof.mail', { email: known?.email ?? '' })}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          error={errors['code']}
        />
      )}
      {way === 'passkey' ? (
        <Button size="large" full loading={isPending('prove')} onClick={byPasskey}>
          {t('proof.passkey')}
        </Button>
      ) : way === 'mail' && !mailed ? (
        <Button size="large" full loading={isPending('mail')} onClick={mail}>
          {t('proof.mail.send')}
        </Button>
      ) : (
        <Button type="submit" size="large" full loading={isPending('prove') || isPending('ways')}>
          {t('proof.submit')}
        </Button>
      )}
      {others.map((other) => (
        <Button key={other} kind="quiet" full onClick={() => setWay(other)}>
          {t(`proof.other.${other}`)}
        </Button>
      ))}
      {onBack && (
        <Button kind="secondary" full onClick={onBack}>
          {t('proof.back')}
        </Button>
      )}
    </form>
  )
}
