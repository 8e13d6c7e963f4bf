import { type FormEvent, useRef, useState } from 'react'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Checkboxes } from './checkboxes.tsx'
import { type ShownKey, usePrograms, type WantedKey } from './programs.ts'
import { useProgramWords } from './use-program-words.ts'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'

const none: WantedKey = { name: '', scopes: [], aMinute: 120, endsOn: null }

/** Makes a key; what was typed stays where it is refused. */
export function NewKeyForm({ onMade }: { onMade: (key: ShownKey, token: string) => void }) {
  const { t } = useProgramWords()
  const { scopes, keys } = usePrograms()
  const form = useRef<HTMLFormElement>(null)
  const act = useAct({ form })
  const [wanted, setWanted] = useState(none)
  const [aMinute, setAMinute] = useState(String(none.aMinute))
  const change = (part: Partial<WantedKey>) => setWanted((now) => ({ ...now, ...part }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(wanted.name.trim() ? {} : { name: t('keys.name.error') }),
      ...(wanted.scopes.length ? {} : { scopes: t('keys.scopes.error') }),
    }
    const done = await act.run(() => keys.make({ ...wanted, aMinute: readNumber(aMinute, 'whole') ?? 0 }), { wrong })
    if (!done) return
    setWanted(none)
    setAMinute(String(none.aMinute))
    onMade(done.answer.key, done.answer.token)
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      <h3 className="title">{t('keys.new')}</h3>
      {act.said && <Note kind="error">{act.said}</Note>}
      <TextField
        label={t('keys.name')}
        hint={t('keys.name.hint')}
        name="name"
        maxLength={80}
        value={wanted.name}
        error={act.errors['name'] ?? null}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Checkboxes
        label={t('keys.scopes')}
        name="scopes"
        options={scopes.map((scope) => [scope, t(`scope.${scope}`)] as const)}
        chosen={wanted.scopes}
        error={act.errors['scopes'] ?? null}
        onChange={(chosen) => change({ scopes: chosen })}
      />
      {keys.rotate && (
        <>
          <NumberField
            label={t('keys.aMinute')}
            name="aMinute"
            kind="whole"
            required
            value={aMinute}
            error={act.errors['aMinute'] ?? null}
            onChange={setAMinute}
          />
          <TextField
            label={t('keys.endsOn')}
            hint={t('keys.endsOn.hint')}
            name="endsOn"
            type="date"
            value={wanted.endsOn ?? ''}
            error={act.errors['endsOn'] ?? null}
            onChange={({ target }) => change({ endsOn: target.value || null })}
          />
        </>
      )}
      <div>
        <Button type="submit" loading={act.waiting}>
          {t('keys.make')}
        </Button>
      </div>
    </form>
  )
}
