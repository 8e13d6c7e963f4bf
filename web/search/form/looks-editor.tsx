import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import { formatDuration } from '#contract/format.ts'
import { formatMoney } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { searchMessages } from '#web/search/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { ToggleChip } from '#web/ui/fields/chips.tsx'
import { Stepper } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import styles from './looks-editor.module.css'
import {
  addPerson,
  findPartyLimit,
  type Party,
  listLookPlaces,
  removeLook,
  copyFirstPerson,
  setCount,
  splitLook,
  toggleService,
} from './party.ts'

export function LooksEditor({
  party,
  settings,
  country,
  onChange,
}: {
  party: Party
  settings: FormSettings
  country: Country
  onChange: (party: Party) => void
}) {
  const t = createTranslator(searchMessages, country)
  const [open, setOpen] = useState(() =>
    Math.max(
      0,
      party.findIndex((look) => look.services.length === 0),
    ),
  )
  const order = settings.serviceTypes.flatMap((type) => type.services.map((service) => service.id))
  const labels = new Map(
    settings.serviceTypes.flatMap((type) => type.services.map((service) => [service.id, service.label])),
  )
  const places = listLookPlaces(party)
  const limit = findPartyLimit(party)
  return (
    <div className="stack gap-8">
      {party.map((look, index) => {
        const [from, to] = places[index] ?? [1, 1]
        const name = from === to ? t('who.person', { n: from }) : t('who.persons', { from, to })
        const isOpen = open === index
        return (
          <section key={from} className={joinClasses(styles.look, isOpen && styles.open)} aria-label={name}>
            <div className={styles.lookHead}>
              <button
                type="button"
                className={joinClasses('grow', styles.lookName)}
                aria-expanded={isOpen}
                onClick={() => setOpen(isOpen ? -1 : index)}>
                <b className="bold">{name}</b>
                <span className="small muted">
                  {look.services.map((id) => labels.get(id) ?? id).join(', ') || t('who.empty')}
                </span>
              </button>
              <Stepper
                value={look.count}
                labels={{
                  fewer: `${name}: ${t('who.less')}`,
                  more: `${name}: ${t('who.more')}`,
                  remove: `${name}: ${t('who.remove')}`,
                }}
                onChange={(count) => onChange(setCount(party, index, count))}
                onRemove={() => {
                  onChange(removeLook(party, index))
                  setOpen(Math.max(0, index - 1))
                }}
              />
            </div>
            {isOpen && (
              <div className={styles.label}>
                <ServiceChoice
                  settings={settings}
                  country={country}
                  chosen={look.services}
                  onToggle={(id) => onChange(toggleService(party, index, id, order))}
                />
                {index > 0 && look.services.length === 0 && (party[0]?.services.length ?? 0) > 0 && (
                  <button
                    type="button"
                    className="link tap-target"
                    onClick={() => onChange(copyFirstPerson(party, index))}>
                    {t('who.same')}
                  </button>
                )}
                {look.count > 1 && (
                  <button
                    type="button"
                    className="link tap-target"
                    onClick={() => {
                      onChange(splitLook(party, index))
                      setOpen(index + 1)
                    }}>
                    {t('who.split')}
                  </button>
                )}
              </div>
            )}
          </section>
        )
      })}
      <button
        type="button"
        className={styles.addPerson}
        aria-disabled={limit !== null || undefined}
        onClick={() => {
          const next = addPerson(party)
          onChange(next)
          if (next !== party) setOpen(next.length - 1)
        }}>
        <Plus className="icon" aria-hidden="true" />
        {t('who.add')}
      </button>
      <p className="micro hint" role="status">
        {limit && t(limit)}
      </p>
    </div>
  )
}

type Service = FormSettings['serviceTypes'][number]['services'][number]

interface ServiceChoiceProps {
  settings: FormSettings
  country: Country
  chosen: readonly string[]
  onToggle: (id: string) => void
}

const first = 6

/** Services of one person: popular and chosen ones first, others folded by type, and a search field. */
function ServiceChoice({ settings, country, chosen, onToggle }: ServiceChoiceProps) {
  const t = createTranslator(searchMessages, country)
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
            ? t('who.minutes', { duration: formatDuration(service.minutes), price: formatMoney(from, answer.currency) })
            : formatDuration(service.minutes)}
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
