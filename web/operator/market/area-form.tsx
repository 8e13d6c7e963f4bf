import { type FormEvent, useRef, useState } from 'react'
import { areaKm } from '#contract/operator/area-km.ts'
import { type Country, reader, say } from '#contract/words.ts'
import { ReasonField, wrongReason } from '#web/operator/reason-field.tsx'
import { operatorWords } from '#web/operator/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { sharedWords } from '#web/platform/shared-words.ts'
import { type Errors, useAct } from '#web/platform/use-act.ts'
import { findPlacesFrom, type FoundPlace } from '#web/search/form/place-search.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { PlaceCombobox } from '#web/ui/fields/place-combobox.tsx'
import { Note } from '#web/ui/note.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { toast } from '#web/ui/overlays/toasts.ts'
import { partWords } from './part-words.ts'

const t = reader(partWords)
const o = reader(operatorWords)
const find = findPlacesFrom('GB')

/** The names, the middle and the reach of a new area; what was typed stays where it is refused. */
export function AreaForm({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, said, waiting, run } = useAct({
    form,
    // Point and country are those of the chosen place.
    says: {
      place_too_remote: ({ message }) => ({ middle: message }),
      country_mismatch: ({ message }) => ({ middle: message }),
    },
  })
  const [name, setName] = useState('')
  const [also, setAlso] = useState('')
  const [typed, setTyped] = useState('')
  const [middle, setMiddle] = useState<FoundPlace | null>(null)
  const [km, setKm] = useState('15')
  const [reason, setReason] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const reach = readNumber(km, 'whole') ?? 0
    const wrong: Errors = {
      ...(name.trim().length < 2 ? { name: say(sharedWords['field.required'], { Name: t('op.parts.name') }) } : {}),
      ...(middle ? {} : { middle: t('op.areas.middle.wrong') }),
      ...(reach >= areaKm.least && reach <= areaKm.most ? {} : { km: t('op.areas.km.wrong') }),
      ...wrongReason(reason),
    }
    const done = await run(
      async () => {
        if (!middle) return
        const [lng, lat] = middle.location.coordinates
        const names = also
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean)
        await browserApi().operatorCatalogue.addArea({
          countryCode: middle.location.address.countryCode as Country,
          name: name.trim(),
          also: names,
          lat,
          lng,
          km: reach,
          reason: reason.trim(),
        })
      },
      { wrong },
    )
    if (!done) return
    toast('success', o('op.saved'))
    onDone()
  }
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <h2 className="heading-3">{t('op.areas.add')}</h2>
      <p className="muted">{t('op.areas.effect')}</p>
      {said && <Note kind="error">{said}</Note>}
      <TextField
        label={t('op.parts.name')}
        name="name"
        value={name}
        maxLength={60}
        error={errors['name'] ?? null}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={t('op.areas.also')}
        hint={t('op.areas.also.hint')}
        name="also"
        value={also}
        maxLength={300}
        error={errors['also'] ?? null}
        onChange={({ target }) => setAlso(target.value)}
      />
      <PlaceCombobox<FoundPlace>
        label={t('op.areas.middle')}
        placeholder={t('op.areas.middle.hint')}
        name="middle"
        chosen={null}
        find={find}
        before={[]}
        text={typed}
        error={errors['middle'] ?? null}
        onText={(text) => {
          setTyped(text)
          setMiddle(null)
        }}
        onChoose={(place) => {
          setMiddle(place)
          setTyped(place?.location.address.placeName ?? '')
        }}
        words={{
          none: (text) => t('op.areas.middle.none', { text }),
          failed: t('op.areas.middle.failed'),
          retry: t('op.areas.middle.retry'),
          list: t('op.areas.middle'),
        }}
      />
      <NumberField
        label={t('op.areas.km')}
        name="km"
        kind="whole"
        value={km}
        error={errors['km'] ?? null}
        onChange={setKm}
      />
      <ReasonField value={reason} error={errors['reason']} onChange={setReason} />
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={onClose}>
          {o('op.back')}
        </Button>
        <Button type="submit" loading={waiting}>
          {o('op.save')}
        </Button>
      </div>
    </form>
  )
}
