import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { toPercent } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { Note } from '#web/ui/note.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { operatorBookingMessages } from './booking-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { WholeTable } from '#web/operator/table.tsx'
import { ReasonField, useConfirmation, validateReason } from '#web/operator/use-confirmation.tsx'

const t = createTranslator(operatorBookingMessages)

type Speeds = OutputOf<typeof operatorBookings.speeds>
type Area = Speeds['areas'][number]

const areaFields = ['lat', 'lng', 'radiusKm', 'kmh'] as const
const everywhereFields = ['detour', 'kmh'] as const
const labels = {
  detour: 'operator.speeds.detour',
  lat: 'operator.speeds.lat',
  lng: 'operator.speeds.lng',
  radiusKm: 'operator.speeds.radius',
  kmh: 'operator.speeds.areaKmh',
} as const

export const clientLoader = requireSession(() => browserApi().operatorBookings.speeds({}))
export const HydrateFallback = Undetermined

/** What is edited: an area by its position, a new one, or the values for everywhere else. */
type Editing = { area: Area | null; at: number } | 'everywhere'

export default function SpeedsPage() {
  const speeds = useLoaderData<typeof clientLoader>()
  const [editing, setEditing] = useState<Editing | null>(null)
  const [confirm, dialog] = useConfirmation()
  const { areas } = speeds
  const remove = ({ name }: Area, at: number) =>
    confirm({
      title: t('operator.speeds.remove.title', { name }),
      text: t('operator.speeds.remove.text'),
      act: t('operator.speeds.remove.act'),
      danger: true,
      run: (reason) =>
        browserApi().operatorBookings.setSpeeds({ ...speeds, areas: areas.filter((_, i) => i !== at), reason }),
    })
  return (
    <ConsoleFrame
      title={t('operator.speeds')}
      text={t('operator.speeds.text')}
      acts={
        <>
          <Button kind="secondary" onClick={() => setEditing('everywhere')}>
            {t('operator.speeds.everywhere.edit')}
          </Button>
          <Button onClick={() => setEditing({ area: null, at: areas.length })}>
            <Plus className="icon" aria-hidden="true" />
            {t('operator.speeds.add')}
          </Button>
        </>
      }>
      <FactStrip
        facts={[
          {
            label: t('operator.speeds.detour'),
            value: String(speeds.detour),
            note: t('operator.speeds.detour.note', { percent: Math.round(toPercent(speeds.detour - 1, 1)) }),
          },
          { label: t('operator.speeds.column.elsewhere'), value: t('operator.speeds.kmh.value', { n: speeds.kmh }) },
          { label: t('operator.speeds.areas'), value: String(areas.length) },
        ]}
      />
      <WholeTable
        file="travel-speeds"
        caption={t('operator.speeds.areas')}
        rows={areas.map((area, at) => ({ area, at }))}
        rowKey={({ at }) => String(at)}
        onOpen={setEditing}
        empty={<Empty title={t('operator.speeds.none')} />}
        columns={[
          { id: 'area', label: t('operator.speeds.area'), width: 100, cell: ({ area }) => area.name },
          {
            id: 'radius',
            label: t('operator.speeds.column.radius'),
            kind: 'number',
            isLabelled: true,
            cell: ({ area }) => t('operator.speeds.km', { n: area.radiusKm }),
          },
          {
            id: 'centre',
            label: t('operator.speeds.centre'),
            kind: 'number',
            isLabelled: true,
            cell: ({ area }) => `${area.lat}, ${area.lng}`,
          },
          {
            id: 'kmh',
            label: t('operator.speeds.column.speed'),
            kind: 'number',
            isLead: true,
            cell: ({ area }) => t('operator.speeds.kmh.value', { n: area.kmh }),
          },
        ]}
      />
      <Dialog open={editing !== null} onClose={() => setEditing(null)} label={editing ? titleOf(editing) : ''}>
        {editing && (
          <SpeedsForm
            speeds={speeds}
            editing={editing}
            onClose={() => setEditing(null)}
            onRemove={(area, at) => {
              setEditing(null)
              remove(area, at)
            }}
          />
        )}
      </Dialog>
      {dialog}
    </ConsoleFrame>
  )
}

const titleOf = (editing: Editing): string =>
  editing === 'everywhere'
    ? t('operator.speeds.everywhere')
    : editing.area
      ? t('operator.speeds.edit', { name: editing.area.name })
      : t('operator.speeds.add')

interface SpeedsFormProps {
  speeds: Speeds
  editing: Editing
  onClose: () => void
  onRemove: (area: Area, at: number) => void
}

function SpeedsForm({ speeds, editing, onClose, onRemove }: SpeedsFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, formError, pending, run } = useForm({ form })
  const { revalidate } = useRevalidator()
  const isEverywhere = editing === 'everywhere'
  const [name, setName] = useState(isEverywhere ? '' : (editing.area?.name ?? ''))
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      Object.entries(isEverywhere ? speeds : (editing.area ?? newArea)).map(([field, value]) => [field, String(value)]),
    ),
  )
  const [reason, setReason] = useState('')
  const numberOf = (field: keyof typeof labels) => readNumber(typed[field] ?? '', kindOf(field)) ?? 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const [lat, lng, radiusKm, kmh] = areaFields.map(numberOf) as [number, number, number, number]
    const wanted = isEverywhere
      ? { ...speeds, detour: numberOf('detour'), kmh }
      : { ...speeds, areas: speeds.areas.toSpliced(editing.at, 1, { name: name.trim(), lat, lng, radiusKm, kmh }) }
    const done = await run(() => browserApi().operatorBookings.setSpeeds({ ...wanted, reason: reason.trim() }), {
      errors: {
        ...(isEverywhere || name.trim() ? {} : { name: t('operator.speeds.area.error') }),
        ...validateReason(reason),
      },
    })
    if (!done) return
    showToast('success', t('operator.speeds.saved'))
    onClose()
    revalidate()
  }
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <h2 className="heading-3">{titleOf(editing)}</h2>
      <p className="muted">{t('operator.speeds.save.text')}</p>
      {formError && <Note kind="error">{formError}</Note>}
      {!isEverywhere && (
        <TextField
          label={t('operator.speeds.area')}
          name="name"
          maxLength={60}
          value={name}
          error={errors['name'] ?? null}
          onChange={({ target }) => setName(target.value)}
        />
      )}
      <div className="field-grid even">
        {(isEverywhere ? everywhereFields : areaFields).map((field) => (
          <NumberField
            key={field}
            label={t(isEverywhere && field === 'kmh' ? 'operator.speeds.kmh' : labels[field])}
            name={field}
            kind={kindOf(field)}
            required
            value={typed[field] ?? ''}
            error={errors[field] ?? null}
            onChange={(value) => setTyped({ ...typed, [field]: value })}
          />
        ))}
      </div>
      <ReasonField value={reason} error={errors['reason']} onChange={setReason} />
      <div className={dialogStyles.modalFoot}>
        {!isEverywhere && editing.area && (
          <Button kind="quiet" onClick={() => editing.area && onRemove(editing.area, editing.at)}>
            <Trash2 className="icon" aria-hidden="true" />
            {t('operator.speeds.remove.act')}
          </Button>
        )}
        <Button kind="secondary" onClick={onClose}>
          {t('operator.message.back')}
        </Button>
        <Button type="submit" loading={pending}>
          {t('operator.speeds.save')}
        </Button>
      </div>
    </form>
  )
}

const newArea = { lat: '', lng: '', radiusKm: '15', kmh: '30' }

const kindOf = (field: keyof typeof labels) => (field === 'lat' || field === 'lng' ? 'coordinate' : 'amount')

export const ErrorBoundary = ConsoleError
