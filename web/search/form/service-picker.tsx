import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import { formatDuration } from '#contract/format.ts'
import { formatMoney } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { searchMessages } from '#web/search/messages.ts'
import { ToggleChip } from '#web/ui/fields/chips.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import styles from './service-picker.module.css'

/** The services on offer, most booked first, each with its price per person or `null` if unknown. */
export interface ServiceOffers {
  currency: string
  /** Whether prices are lowest prices of many artists. Otherwise they are one artist's own. */
  lowest: boolean
  services: readonly { id: string; price: number | null }[]
  /** One artist's minimum booking; 0 if there is none. */
  minimum?: number
}

type Service = FormSettings['serviceTypes'][number]['services'][number]

interface ServicePickerProps {
  settings: FormSettings
  country: Country
  /** Null until loaded. */
  offers: ServiceOffers | null
  chosen: readonly string[]
  onToggle: (id: string) => void
}

const first = 6

/**
 * Services of one person: the most booked and the chosen ones first, others folded by type, and a search field if there
 * are many.
 */
export function ServicePicker({ settings, country, offers, chosen, onToggle }: ServicePickerProps) {
  const t = createTranslator(searchMessages, country)
  const id = useId()
  const [wanted, setWanted] = useState('')
  const services = settings.serviceTypes.flatMap((type) => type.services)
  const price = new Map(offers?.services.map((service) => [service.id, service.price]))
  const rank = new Map(offers?.services.map((service, i) => [service.id, i]))
  const byRank = [...services].sort((a, b) => (rank.get(a.id) ?? services.length) - (rank.get(b.id) ?? services.length))
  const most = new Set(byRank.slice(0, first).map((service) => service.id))
  const inFront = [
    ...byRank.filter((service) => most.has(service.id)),
    ...services.filter((service) => !most.has(service.id) && chosen.includes(service.id)),
  ]
  const chip = (service: Service) => {
    const from = price.get(service.id)
    const about = `${id}-${service.id}`
    return (
      <ToggleChip
        key={service.id}
        on={chosen.includes(service.id)}
        describedBy={about}
        className={styles.service}
        onChange={() => onToggle(service.id)}>
        {service.label}
        <small id={about} className={styles.about} aria-hidden="true">
          {from && offers
            ? t(offers.lowest ? 'who.minutes' : 'who.minutes.own', {
                duration: formatDuration(service.minutes),
                price: formatMoney(from, offers.currency),
              })
            : formatDuration(service.minutes)}
        </small>
      </ToggleChip>
    )
  }
  const asked = wanted.trim().toLowerCase()
  const found = asked ? services.filter(({ label }) => label.toLowerCase().includes(asked)) : null
  return (
    <>
      {services.length > first && (
        <TextField
          label={t('who.find')}
          prefix={<Search className="icon" aria-hidden="true" />}
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      <div className={styles.services}>{(found ?? inFront).map(chip)}</div>
      <p className="small muted" role="status">
        {found?.length === 0 && t('who.find.none')}
      </p>
      {!found &&
        settings.serviceTypes.map((type) => {
          const rest = type.services.filter((service) => !inFront.includes(service))
          return (
            rest.length > 0 && (
              <details key={type.id}>
                <summary className="small">{t('who.type.more', { type: type.label, n: rest.length })}</summary>
                <div className={styles.services} role="group" aria-label={type.label}>
                  {rest.map(chip)}
                </div>
              </details>
            )
          )
        })}
    </>
  )
}
