import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { type NumberKind, readNumber } from '#web/ui/fields/typed-number.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { operatorBookingMessages } from './booking-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import styles from './speeds-page.module.css'

const t = createTranslator(operatorBookingMessages)
const fields = ['lat', 'lng', 'radiusKm', 'kmh'] as const
const labels = {
  lat: 'operator.speeds.lat',
  lng: 'operator.speeds.lng',
  radiusKm: 'operator.speeds.radius',
  kmh: 'operator.speeds.areaKmh',
} as const

const numberOf = (typed: string, kind?: NumberKind): number => readNumber(typed, kind) ?? 0

export const clientLoader = requireSession(() => browserApi().operatorBookings.speeds({}))
export const HydrateFallback = Undetermined

export default function SpeedsPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const [speeds, setSpeeds] = useState(() => ({
    detour: String(loaded.detour),
    kmh: String(loaded.kmh),
    areas: loaded.areas.map((area, id) => ({
      id,
      name: area.name,
      lat: String(area.lat),
      lng: String(area.lng),
      radiusKm: String(area.radiusKm),
      kmh: String(area.kmh),
    })),
  }))
  const [confirm, dialog] = useConfirmation()
  const change = (id: number, more: Partial<(typeof speeds.areas)[number]>) =>
    setSpeeds({ ...speeds, areas: speeds.areas.map((area) => (area.id === id ? { ...area, ...more } : area)) })
  const save = () =>
    confirm({
      title: t('operator.speeds.save.title'),
      text: t('operator.speeds.save.text'),
      act: t('operator.speeds.save'),
      run: (reason) =>
        browserApi().operatorBookings.setSpeeds({
          reason,
          detour: numberOf(speeds.detour),
          kmh: numberOf(speeds.kmh),
          areas: speeds.areas.map(({ name, lat, lng, radiusKm, kmh }) => ({
            name,
            lat: numberOf(lat, 'coordinate'),
            lng: numberOf(lng, 'coordinate'),
            radiusKm: numberOf(radiusKm),
            kmh: numberOf(kmh),
          })),
        }),
    })
  return (
    <ConsoleFrame title={t('operator.speeds')} text={t('operator.speeds.text')}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}>
        <TitledCard title={t('operator.speeds.everywhere')}>
          <div className="field-grid even">
            <NumberField
              label={t('operator.speeds.detour')}
              required
              value={speeds.detour}
              onChange={(detour) => setSpeeds({ ...speeds, detour })}
            />
            <NumberField
              label={t('operator.speeds.kmh')}
              required
              value={speeds.kmh}
              onChange={(kmh) => setSpeeds({ ...speeds, kmh })}
            />
          </div>
        </TitledCard>
        <TitledCard title={t('operator.speeds.areas')}>
          {speeds.areas.map((area) => (
            <fieldset key={area.id} className={styles.area}>
              <legend className="visually-hidden">{area.name}</legend>
              <div className={styles.speedArea}>
                <TextField
                  label={t('operator.speeds.area')}
                  value={area.name}
                  onChange={(event) => change(area.id, { name: event.target.value })}
                />
                {fields.map((field) => (
                  <NumberField
                    key={field}
                    label={t(labels[field])}
                    kind={field === 'lat' || field === 'lng' ? 'coordinate' : 'amount'}
                    required
                    value={area[field]}
                    onChange={(typed) => change(area.id, { [field]: typed })}
                  />
                ))}
                <IconButton
                  label={t('operator.speeds.remove', { name: area.name })}
                  onClick={() => setSpeeds({ ...speeds, areas: speeds.areas.filter(({ id }) => id !== area.id) })}>
                  <Trash2 className="icon" aria-hidden="true" />
                </IconButton>
              </div>
            </fieldset>
          ))}
        </TitledCard>
        <div className="row gap-8 wrapping">
          <Button type="submit">{t('operator.speeds.save')}</Button>
          <Button
            kind="secondary"
            onClick={() =>
              setSpeeds({
                ...speeds,
                areas: [...speeds.areas, { id: Date.now(), name: '', lat: '', lng: '', radiusKm: '15', kmh: '30' }],
              })
            }>
            <Plus className="icon" aria-hidden="true" />
            {t('operator.speeds.add')}
          </Button>
        </div>
      </form>
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
