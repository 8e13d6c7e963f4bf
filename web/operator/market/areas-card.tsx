import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { markets } from '#contract/format.ts'
import { areaKm } from '#contract/operator/area-km.ts'
import type { CatalogueArea } from '#contract/operator/catalogue.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import consoleStyles from '#web/operator/console.module.css'
import { type Confirmation, ReasonField, validateReason } from '#web/operator/use-confirmation.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { type Errors, useForm } from '#web/platform/use-form.ts'
import { findPlacesFrom, type FoundPlace } from '#web/search/form/place-search.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { PlaceCombobox } from '#web/ui/fields/place-combobox.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { Note } from '#web/ui/note.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { partMessages } from './parts-card.tsx'

const t = createTranslator(partMessages)

interface AreasCardProps {
  areas: readonly CatalogueArea[]
  confirm: (confirmation: Confirmation) => void
  onDone: () => void
}

/** Search areas missing in the gazetteer: open, closed, and a form to open one. */
export function AreasCard({ areas, confirm, onDone }: AreasCardProps) {
  const [adding, setAdding] = useState(false)
  const close = ({ id, name }: CatalogueArea): Confirmation => ({
    title: t('operator.areas.close.what', { name }),
    text: t('operator.areas.close.effect'),
    act: t('operator.areas.close'),
    danger: true,
    run: (reason) => browserApi().operatorCatalogue.closeArea({ areaId: id, reason }),
  })
  return (
    <TitledCard
      title={t('operator.areas.title')}
      beside={
        <Button kind="secondary" onClick={() => setAdding(true)}>
          {t('operator.areas.add')}
        </Button>
      }>
      <p className="small muted">{t('operator.areas.text')}</p>
      {areas.length === 0 ? (
        <Empty title={t('operator.areas.none')} />
      ) : (
        <ul className={consoleStyles.lines}>
          {areas.map((area) => (
            <li key={area.id} className="row space-between wrapping">
              <div>
                <b>{area.name}</b>
                {area.also.length > 0 && <span className="small muted"> {area.also.join(', ')}</span>}
                <div className="small muted">
                  {area.closedAt
                    ? t('operator.areas.closed')
                    : t('operator.areas.reach', {
                        km: area.km,
                        region: area.region,
                        country: markets[area.countryCode].name,
                      })}
                </div>
              </div>
              {!area.closedAt && (
                <span className="row gap-8 wrapping">
                  {area.link && (
                    <Link className="link small" to={area.link}>
                      {t('operator.areas.page')}
                    </Link>
                  )}
                  <Button
                    kind="quiet"
                    size="small"
                    aria-label={t('operator.areas.close.what', { name: area.name })}
                    onClick={() => confirm(close(area))}>
                    {t('operator.areas.close')}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <Dialog open={adding} onClose={() => setAdding(false)} label={t('operator.areas.add')}>
        {adding && (
          <AreaForm
            onClose={() => setAdding(false)}
            onDone={() => {
              setAdding(false)
              onDone()
            }}
          />
        )}
      </Dialog>
    </TitledCard>
  )
}

const o = createTranslator(operatorMessages)
const find = findPlacesFrom('GB')

/** Names, centre and radius of a new area; typed values stay if refused. */
function AreaForm({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, formError, pending, run } = useForm({
    form,
    refusals: {
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
      ...(name.trim().length < 2
        ? { name: formatMessage(sharedMessages['field.required'], { Name: t('operator.parts.name') }) }
        : {}),
      ...(middle ? {} : { middle: t('operator.areas.middle.wrong') }),
      ...(reach >= areaKm.least && reach <= areaKm.most ? {} : { km: t('operator.areas.km.wrong') }),
      ...validateReason(reason),
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
      { errors: wrong },
    )
    if (!done) return
    showToast('success', o('operator.saved'))
    onDone()
  }
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <h2 className="heading-3">{t('operator.areas.add')}</h2>
      <p className="muted">{t('operator.areas.effect')}</p>
      {formError && <Note kind="error">{formError}</Note>}
      <TextField
        label={t('operator.parts.name')}
        name="name"
        value={name}
        maxLength={60}
        error={errors['name'] ?? null}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={t('operator.areas.also')}
        hint={t('operator.areas.also.hint')}
        name="also"
        value={also}
        maxLength={300}
        error={errors['also'] ?? null}
        onChange={({ target }) => setAlso(target.value)}
      />
      <PlaceCombobox<FoundPlace>
        label={t('operator.areas.middle')}
        placeholder={t('operator.areas.middle.hint')}
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
          none: (text) => t('operator.areas.middle.none', { text }),
          failed: t('operator.areas.middle.failed'),
          retry: t('operator.areas.middle.retry'),
          list: t('operator.areas.middle'),
        }}
      />
      <NumberField
        label={t('operator.areas.km')}
        name="km"
        kind="whole"
        value={km}
        error={errors['km'] ?? null}
        onChange={setKm}
      />
      <ReasonField value={reason} error={errors['reason']} onChange={setReason} />
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={onClose}>
          {o('operator.back')}
        </Button>
        <Button type="submit" loading={pending}>
          {o('operator.save')}
        </Button>
      </div>
    </form>
  )
}
