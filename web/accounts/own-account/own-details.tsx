import { type FormEvent, useRef } from 'react'
import type { OwnAccount } from '#contract/accounts/account.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { saveUser } from '#web/platform/session.ts'
import { change } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { setUser } from '#web/platform/store/user.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { nameErrors } from '#web/accounts/registering/check-fields.ts'
import { MobileField, mobileOf } from '#web/accounts/registering/mobile-field.tsx'
import { ownWords } from './own-words.ts'
import { useAct } from '#web/platform/use-act.ts'
import { localStore } from '#web/platform/storage.ts'

const t = reader(ownWords)

/** Name and mobile number. */
export function OwnDetails({ own, onKept }: { own: OwnAccount; onKept: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, waiting, run, said } = useAct({ form })
  const store = useClientStore()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const name = String(typed.get('name') ?? '')
    const done = await run(() => browserApi().account.change({ name, ...mobileOf(typed) }), { wrong: nameErrors(name) })
    if (!done) return
    const { roles: _, ...user } = done.answer.user
    saveUser(localStore, user)
    change(store, 'user', setUser, user)
    toast('success', t('own.saved'))
    onKept()
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      {said && <Note kind="error">{said}</Note>}
      <TextField
        label={t('cd.details.name')}
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
        <Button type="submit" loading={waiting}>
          {t('own.save')}
        </Button>
      </div>
    </form>
  )
}
