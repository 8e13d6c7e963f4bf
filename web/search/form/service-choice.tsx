import { useId, useState } from 'react'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import { duration } from '#contract/format.ts'
import { money } from '#contract/money.ts'
import { type Country, reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { ToggleChip } from '#web/ui/fields/chips.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { searchWords } from '#web/search/words.ts'
import styles from './looks-editor.module.css'

type Service = FormSettings['serviceTypes'][number]['services'][number]

interface ServiceChoiceProps {
  settings: FormSettings
  country: Country
  chosen: readonly string[]
  onToggle: (id: string) => void
}

const first = 6

/** The services of one person: those most booked and those chosen in front, the rest folded by kind, and a field that finds one. */
export function ServiceChoice({ settings, country, chosen, onToggle }: ServiceChoiceProps) {
  const t = reader(searchWords, country)
  const id = useId()
  const [wanted, setWanted] = useState('')
  const { slug } = settings.category
  const { answer } = useAnswer(`${slug} ${country}`, () =>
    browserApi().search.mostBooked({ categorySlug: slug, country }),
  )
  const services = settings.serviceTypes.flatMap((type) => type.services)
  const price = new Map(answer?.services.map((service) => [service.id, service.minPrice]))
  const rank = new Map(answer?.services.map((service, i) => [service.id, i]))
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
        onChange={() => onToggle(service.id)}>
        {service.label}
        <small id={about} className={styles.about} aria-hidden="true">
          {from && answer
            ? t('who.minutes', { duration: duration(service.minutes), price: money(from, answer.currency) })
            : duration(service.minutes)}
        </small>
      </ToggleChip>
    )
  }
  const asked = wanted.trim().toLowerCase()
  const found = asked ? services.filter(({ label }) => label.toLowerCase().includes(asked)) : null
  return (
    <>
      <TextField
        label={t('who.find')}
        type="search"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <div className="chip-row">{(found ?? inFront).map(chip)}</div>
      <p className="small muted" role="status">
        {found?.length === 0 && t('who.find.none')}
      </p>
      {!found &&
        settings.serviceTypes.map((type) => {
          const rest = type.services.filter((service) => !inFront.includes(service))
          return (
            rest.length > 0 && (
              <details key={type.id} className={styles.more}>
                <summary className={styles.serviceType}>
                  {t('who.type.more', { type: type.label, n: rest.length })}
                </summary>
                <div className="chip-row" role="group" aria-label={type.label}>
                  {rest.map(chip)}
                </div>
              </details>
            )
          )
        })}
    </>
  )
}
