import { type FormEvent, useRef, useState } from 'react'
import type { OwnAccount } from '#contract/accounts/account.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { ownWords } from './own-words.ts'

const t = reader(ownWords)

/** The step that proves the saved number: a code by SMS, typed in again. */
export function OwnNumber({
  mobile,
  still,
  onKept,
}: {
  mobile: NonNullable<OwnAccount['mobile']>
  still: boolean
  onKept: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, isDoing, run, said } = useAct({ form })
  const [sent, setSent] = useState(false)
  const send = async () => {
    if (await run(() => browserApi().account.sendNumberCode({}), { as: 'send' })) setSent(true)
  }
  const prove = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (!(await run(() => browserApi().account.proveNumber({ code }), { as: 'prove' }))) return
    toast('success', t('own.number.proven'))
    onKept()
  }
  return (
    <form ref={form} className="stack gap-12" method="post" noValidate onSubmit={prove}>
      {said && <Note kind="error">{said}</Note>}
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
          <Button type="submit" loading={isDoing('prove')}>
            {t('own.number.act')}
          </Button>
        )}
        <Button kind="secondary" disabled={still} loading={isDoing('send')} onClick={send}>
          {t(sent ? 'own.number.again' : 'own.number.send')}
        </Button>
      </div>
    </form>
  )
}
