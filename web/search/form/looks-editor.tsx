import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { countOf } from '#contract/i18n/counts.ts'
import { formatMoney } from '#contract/money.ts'
import type { search } from '#contract/search/search.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { searchMessages } from '#web/search/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Stepper } from '#web/ui/fields/choice.tsx'
import { type ServiceOffers, ServicePicker } from './service-picker.tsx'
import styles from './looks-editor.module.css'
import {
  addPerson,
  computePartyPrice,
  countPeople,
  countServices,
  findPartyLimit,
  type Party,
  listLookPlaces,
  removeLook,
  copyFirstPerson,
  setCount,
  splitLook,
  toggleService,
} from './party.ts'

/** Edits who needs which services, person by person. Without `own`, shows the lowest prices of the country. */
export function LooksEditor({
  party,
  settings,
  country,
  own,
  onChange,
}: {
  party: Party
  settings: FormSettings
  country: Country
  own?: ServiceOffers
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
  const { slug } = settings.category
  const { answer } = useAnswer(`${slug} ${country}`, () =>
    browserApi().search.mostBooked({ categorySlug: slug, country }),
  )
  const offers = readOffers(own ?? null, answer)
  const total = offers && computePartyPrice(party, offers.services)
  const minimum = offers?.minimum ?? 0
  const isTopped = total !== null && total < minimum
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
                <ServicePicker
                  settings={settings}
                  country={country}
                  offers={offers}
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
      {total !== null && offers && (
        <p className="small" role="status">
          {t(isTopped ? 'who.total.least' : offers.lowest ? 'who.total' : 'who.total.own', {
            people: countOf('people', countPeople(party)),
            services: countOf('services', countServices(party)),
            price: formatMoney(isTopped ? minimum : total, offers.currency),
          })}
        </p>
      )}
      <p className="micro hint" role="status">
        {limit && t(limit)}
      </p>
    </div>
  )
}

type MostBooked = OutputOf<typeof search.mostBooked>

/** Joins an artist's own prices with the order of the most booked services. Null while neither is known. */
function readOffers(own: ServiceOffers | null, booked: MostBooked | null): ServiceOffers | null {
  if (!own)
    return (
      booked && {
        currency: booked.currency,
        lowest: true,
        services: booked.services.map(({ id, minPrice }) => ({ id, price: minPrice })),
      }
    )
  const rank = new Map(booked?.services.map(({ id }, i) => [id, i]))
  const last = booked?.services.length ?? 0
  return { ...own, services: own.services.toSorted((a, b) => (rank.get(a.id) ?? last) - (rank.get(b.id) ?? last)) }
}
